import { startSiteProcess } from './running-site.ts';

/** Before all page tests: one site with the demo company, at the address in SITE. */
export default async function setup(): Promise<() => Promise<void>> {
  const site = await startSiteProcess();
  process.env.SITE = site.address;
  return async () => {
    await site.stop();
  };
}
