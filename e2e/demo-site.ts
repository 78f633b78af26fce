import { type ContentSite, startDemoSite } from '../testing/content-sites.ts';
import { test as base } from './browser.ts';

/** Playwright's `test` on a site with the content in `content/`. All other tests have content of their own. */
export const test = base.extend<object, { demo: ContentSite }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const demo = await startDemoSite();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // On a device in another time zone the consultation page is hydrated at once to show local times.
  timezoneId: 'Europe/London',
  baseURL: async ({ demo }, use) => use(demo.address),
});
