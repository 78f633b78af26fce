import type { Page } from '@playwright/test';
import { getEntryPath } from '../../../contract/entry-types.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { listAddress } from '../../../e2e/routes.ts';
import { makeEntry } from '../../../testing/makers.ts';
import { steadyMoment } from '../../../testing/steady-site.ts';
import { type Scene, steadyRequestId } from '../scene.ts';
import { follow, lose, open, refuse } from '../visit.ts';

const route = 'error screen';
const plans = '**/api/plan/enable/list*';

async function seeError(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Helpful links' }).waitFor();
}

/** What a page shows whose call to the API is answered so. */
function refused(status: number, code: ErrorCode, text = ''): Scene {
  return {
    route,
    state: `${status} inside the site`,
    arrange: async (page) => {
      await refuse(page, plans, status, code, text);
      await open(page, '/about-us');
      await follow(page, 'Our plans');
      await seeError(page);
    },
  };
}

/** What the server answers to a form that no page of ours would send. */
function sentWrong(status: number, change: (form: HTMLFormElement) => void): Scene {
  return {
    route,
    state: `${status} after a form`,
    arrange: async (page) => {
      await open(page, '/contact-us');
      await page.locator('form[action="/contact-us"]').evaluate(change);
      // Past the page's own script, which would send it otherwise.
      await Promise.all([
        page.waitForEvent('framenavigated'),
        page.locator('form[enctype]').evaluate((form) => HTMLFormElement.prototype.submit.call(form)),
      ]);
      await seeError(page);
    },
  };
}

/** The one screen for every failure, by what went wrong. */
export const failedScenes: Scene[] = [
  {
    route,
    state: '410 withdrawn',
    arrange: async (page, { database }) => {
      const hour = 3_600_000;
      // A type without categories: one more category would be on other pages.
      const { slug } = await makeEntry(database, 'APP', {
        slug: 'withdrawn',
        publishedAt: new Date(steadyMoment.getTime() - 2 * hour),
        withdrawnAt: new Date(steadyMoment.getTime() - hour),
      });
      await open(page, getEntryPath('APP', slug));
      // The id is that of the page's own call to the API, another each time.
      await page.locator('main code').evaluate((shown, id) => {
        shown.textContent = id;
      }, steadyRequestId);
    },
  },
  refused(500, 'internal'),
  refused(503, 'unavailable'),
  refused(429, 'too_many_requests', 'This was asked too often from your network. Please try again in 40 seconds.'),
  {
    route,
    state: 'offline',
    arrange: async (page) => {
      await lose(page, plans);
      await open(page, '/about-us');
      await follow(page, 'Our plans');
      await seeError(page);
    },
  },
  sentWrong(405, (form) => {
    form.action = '/about-us';
  }),
  sentWrong(413, (form) => {
    for (const field of form.querySelectorAll('textarea')) field.value = 'x'.repeat(200_000);
  }),
  sentWrong(415, (form) => {
    form.enctype = 'text/plain';
  }),
  {
    route: `the list ${listAddress('BLOG')}`,
    state: 'empty',
    arrange: async (page) => {
      const nothing = { items: [], page: 0, size: 12, total: 0 };
      await page.route('**/api/blog/**', (call) => call.fulfill({ json: nothing }));
      await open(page, '/contact-us');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click();
      await page.getByText('There are no blogs here yet').waitFor();
    },
  },
];
