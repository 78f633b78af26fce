import { main } from './main.ts';
import { productionSite } from './pages/production-site.ts';

/** What `server/start.ts` runs, from the program that was built. */
export function run(): Promise<void> {
  return main(productionSite);
}
