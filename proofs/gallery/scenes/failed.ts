import type { Page } from '@playwright/test';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { ErrorCode } from '../../../contract/http/errors.ts';
import { getListAddress } from '../../../e2e/routes.ts';
import { fixedMoment } from '../../../testing/fixed-clock-site.ts';
import { makeEntry } from '../../../testing/makers.ts';
import { failRequests, followHeaderLink, openPage, refuseRequests } from '../page-actions.ts';
import { galleryRequestId, type Scene } from '../scene.ts';

const route = 'error screen';
const plans = '**/api/plan/enable/list*';

async function waitForError(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Helpful links' }).waitFor();
}

/** Creates the scene of a page whose API call fails with this status. */
function createRefusedScene(status: number, code: ErrorCode, text = ''): Scene {
  return {
    route,
    state: `${status} inside the site`,
    arrange: async (page) => {
      await refuseRequests(page, plans, status, code, text);
      await openPage(page, '/about-us');
      await followHeaderLink(page, 'Our plans');
      await waitForError(page);
    },
  };
}

/** Creates the scene of the response to a form that no page of the site would send. */
function createWrongFormScene(
  status: number,
  change: (form: HTMLFormElement) => void,
  waitForResponse = waitForError,
): Scene {
  return {
    route,
    state: `${status} after a form`,
    arrange: async (page) => {
      await openPage(page, '/contact-us');
      await page.locator('form[action="/contact-us"]').evaluate(change);
      // Submits without the page's script, which would send the form differently.
      await Promise.all([
        page.waitForEvent('framenavigated'),
        page.locator('form[enctype]').evaluate((form) => HTMLFormElement.prototype.submit.call(form)),
      ]);
      await waitForResponse(page);
    },
  };
}

/** The error page for each kind of failure. */
export const failedScenes: Scene[] = [
  {
    route,
    state: '410 withdrawn',
    arrange: async (page, { database }) => {
      const hour = 3_600_000;
      // Of a type without categories, because a new category would appear on other pages.
      const { slug } = await makeEntry(database, 'APP', {
        slug: 'withdrawn',
        publishedAt: new Date(fixedMoment.getTime() - 2 * hour),
        withdrawnAt: new Date(fixedMoment.getTime() - hour),
      });
      await openPage(page, getEntryPath('APP', slug));
      // Replaces the id of the page's API call, which differs each time.
      await page.locator('main code').evaluate((shown, id) => {
        shown.textContent = id;
      }, galleryRequestId);
    },
  },
  createRefusedScene(500, 'internal'),
  createRefusedScene(503, 'unavailable'),
  createRefusedScene(429, 'too_many_requests', 'Too many requests from your network. Please try again in 40 seconds.'),
  {
    route,
    state: 'offline',
    arrange: async (page) => {
      await failRequests(page, plans);
      await openPage(page, '/about-us');
      await followHeaderLink(page, 'Our plans');
      await waitForError(page);
    },
  },
  createWrongFormScene(405, (form) => {
    form.action = '/about-us';
  }),
  {
    // The form is shown again, with what was typed.
    ...createWrongFormScene(
      413,
      (form) => {
        for (const field of form.querySelectorAll('textarea')) field.value = 'x'.repeat(200_000);
      },
      (page) => page.getByText('This field is longer than 128 kB.').first().waitFor(),
    ),
    route: '/contact-us',
  },
  createWrongFormScene(415, (form) => {
    form.enctype = 'text/plain';
  }),
  {
    route: `the list ${getListAddress('BLOG')}`,
    state: 'empty',
    arrange: async (page) => {
      const nothing = { items: [], page: 0, size: 12, total: 0 };
      await page.route('**/api/blog/**', (call) => call.fulfill({ json: nothing }));
      await openPage(page, '/contact-us');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click();
      await page.getByText('There are no blogs here yet').waitFor();
    },
  },
];
