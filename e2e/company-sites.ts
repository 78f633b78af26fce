import { type ContentSite, startDemoSite, startSecondCompanySite } from '../testing/content-sites.ts';
import { test as base } from './browser.ts';

/** Creates Playwright's `test` on a site that has a company's content. */
const createCompanyTest = (start: () => Promise<ContentSite>) =>
  base.extend<object, { company: ContentSite }>({
    company: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
      async ({}, use) => {
        const company = await start();
        await use(company);
        await company.stop();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    // On a device in another time zone the consultation page is hydrated at once to show local times.
    timezoneId: 'Europe/London',
    baseURL: async ({ company }, use) => use(company.address),
  });

/** Playwright's `test` on a site with the content in `content/`. All other tests have content of their own. */
export const test = createCompanyTest(startDemoSite);

/** Playwright's `test` on a site with the second company, in `examples/`, which is in another theme. */
export const secondCompanyTest = createCompanyTest(startSecondCompanySite);
