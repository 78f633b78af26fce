import { startSiteProcess } from './running-site.ts';

/** Before all page tests: one site with the demo company, at the address in SITE; SITE_DATABASE_URL names another database. */
export default async function setup(): Promise<() => Promise<void>> {
  const other = process.env.SITE_DATABASE_URL;
  // Each test is a visitor of its own behind a proxy, see e2e/browser.ts: limits count for each apart.
  const site = await startSiteProcess({ env: { TRUST_PROXY: '1', ...(other ? { DATABASE_URL: other } : {}) } });
  process.env.SITE = site.address;
  return async () => {
    await site.stop();
  };
}
