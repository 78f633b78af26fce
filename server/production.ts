import { main, type StartSiteOptions, startSite } from './main.ts';
import { openProductionSite } from './pages/production-site.ts';

/** Runs the built server; `server/start.js` calls this. */
export function run(options?: StartSiteOptions): Promise<void> {
  return main((settings, signal) => startSite(settings, openProductionSite, signal, options));
}
