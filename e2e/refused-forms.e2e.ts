import type { Page, Route } from '@playwright/test';
import { rateLimits } from '../contract/http/rate-limits.ts';
import { startSiteWithTestContent } from '../testing/content-sites.ts';
import { expect, test, waitForHydration } from './browser.ts';
import { createEmail } from './site-forms.ts';

// Every refusal as a visitor sees it: the server's own response to a browser's request. Requests are changed only where
// the page itself would never send such a request. contact.e2e.ts and enquiry.e2e.ts refuse fields without JavaScript.

const message = 'Two fibres, one duct. What would you do?';

async function fillForm(page: Page, text = message): Promise<void> {
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill('ada@example.org');
  await page.locator('#field-message').fill(text);
}

const sendForm = (page: Page) => page.getByRole('button', { name: /^Send/ }).click();
const getAlert = (page: Page) => page.getByRole('alert');
const getHeading = (page: Page) => page.getByRole('heading', { level: 1 });

async function expectValuesKept(page: Page): Promise<void> {
  await expect(page.locator('#field-message')).toHaveValue(message);
  await expect(page.locator('#field-name')).toHaveValue('Ada');
}

/** Changes the requests that the page sends to the API. */
async function changeRequests(page: Page, how: (route: Route) => Parameters<Route['continue']>[0]): Promise<void> {
  await page.route('**/api/contact/submit', (route) => route.continue(how(route)));
}

/** Sends as many messages as one network may send. All forms share this limit. */
async function exhaustFormLimit(page: Page, baseURL = ''): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
  for (let sent = 0; sent < rateLimits.stored.points; sent++) {
    const form = { name: 'Ada', email: 'ada@example.org', message: `Message ${sent}` };
    const answer = await page.request.post(`${baseURL}/contact-us`, { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  }
}

// Used for two messages.
const usedKey = crypto.randomUUID();

const getBody = (route: Route) => route.request().postDataJSON() as Record<string, string>;

test.describe('with JavaScript', () => {
  async function openForm(page: Page): Promise<void> {
    await page.goto('/contact-us');
    await waitForHydration(page);
    await fillForm(page);
  }

  test.beforeEach(({ expectComplaint }) => expectComplaint(/Failed to load resource/));

  const cases: [status: number, how: (route: Route) => Parameters<Route['continue']>[0], text: RegExp][] = [
    [400, (route) => ({ postData: { ...getBody(route), email: 'nobody' } }), /Check the fields below.*Your e-mail/s],
    [403, (route) => ({ headers: { ...route.request().headers(), 'x-xsrf-token': 'another' } }), /Allow cookies.*@/],
    [413, (route) => ({ postData: { ...getBody(route), company: 'x'.repeat(2_000_000) } }), /shorten it/],
    [415, (route) => ({ headers: { ...route.request().headers(), 'content-type': 'text/xml' } }), /Reload the page/],
    [
      422,
      (route) => ({ postData: { ...getBody(route), key: usedKey, company: crypto.randomUUID() } }),
      /already sent with different content/,
    ],
  ];
  test('a refusal is shown beside the form, and the values are kept', async ({ page }) => {
    for (const [status, how, text] of cases) {
      await test.step(`${status}`, async () => {
        await changeRequests(page, how);
        await openForm(page);
        await sendForm(page);
        if (status === 422) {
          // The first use of the key is accepted; the second, with other content, is refused.
          await expect(page).toHaveURL(/thank-you/);
          await openForm(page);
          await sendForm(page);
        }
        await expect(getAlert(page)).toHaveText(text);
        await expect(getAlert(page)).toBeFocused();
        await expectValuesKept(page);
        await page.unroute('**/api/contact/submit');
        await sendForm(page);
        await expect(page).toHaveURL(/thank-you\?reference=/);
      });
    }
  });

  test('429 says how long to wait', async ({ page }) => {
    await page.goto('/contact-us');
    await waitForHydration(page);
    await page.evaluate(async () => {
      await fetch('/api/form/token');
      const token = document.cookie.replace(/.*XSRF-TOKEN=([^;]+).*/, '$1');
      // Reaches a limit that no proof of work can lift.
      for (let sent = 0; sent < 300; sent += 20) {
        const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
        const sendForm = () => fetch('/api/contact/submit', { method: 'POST', headers, body: '{}' });
        await Promise.all(Array.from({ length: 20 }, sendForm));
      }
    });
    await fillForm(page);
    await sendForm(page);
    await expect(getAlert(page)).toHaveText(/Too many attempts\. Please wait \d+ minutes, then send it again/);
    await expectValuesKept(page);
  });
});

// The helper that sends an enquiry logs a failed call and returns nothing (specification, section 8). It returns a
// refusal, because that is a response.
test.describe('an enquiry, with JavaScript,', () => {
  test.beforeEach(({ expectComplaint }) => expectComplaint(/Failed to load resource|business-requests failed/));

  const api = '**/api/business/business-requests';

  async function openFilledForm(page: Page): Promise<void> {
    await page.goto('/');
    await waitForHydration(page);
    await fillForm(page);
    await page.locator('#field-email').fill(createEmail());
    await page.locator('select[name="subject"]').selectOption({ label: 'Something else' });
  }

  const cases: [status: number, name: string, how: (route: Route) => Parameters<Route['continue']>[0], text: RegExp][] =
    [
      [
        400,
        'a field',
        (route) => ({ postData: { ...getBody(route), email: 'nobody' } }),
        /Check the fields below.*Your e-mail/s,
      ],
      [
        400,
        'a list',
        (route) => ({ postData: { ...getBody(route), interests: ['a', 7] } }),
        /Check the fields below.*(Interests|interested)/is,
      ],
      [
        400,
        'a field that is not shown',
        (route) => ({ postData: { ...getBody(route), key: 'x' } }),
        /Check the fields below.+\S/s,
      ],
      [
        403,
        'another token',
        (route) => ({ headers: { ...route.request().headers(), 'x-xsrf-token': 'another' } }),
        /Allow cookies.*@/,
      ],
      [413, 'too much', (route) => ({ postData: { ...getBody(route), company: 'x'.repeat(2_000_000) } }), /shorten it/],
    ];
  test('a refusal is shown, the values are kept, and the form can be corrected', async ({ page }) => {
    for (const [status, name, how, text] of cases) {
      await test.step(`${status} for ${name}`, async () => {
        await page.route(api, (route) => route.continue(how(route)));
        await openFilledForm(page);
        const [answer] = await Promise.all([
          page.waitForResponse(api),
          page.getByRole('button', { name: 'Send enquiry' }).click(),
        ]);
        expect(answer.status()).toBe(status);
        await expect(getAlert(page)).toHaveText(text);
        await expect(getAlert(page)).toBeFocused();
        await expectValuesKept(page);
        if (name === 'a field') {
          await expect(page.locator('#field-email')).toHaveAttribute('aria-invalid', 'true');
          await expect(page.locator('#field-email-error')).toBeVisible();
        }
        await page.unroute(api);
        await page.getByRole('button', { name: 'Send again' }).click();
        await expect(page).toHaveURL(/thank-you\?reference=/);
      });
    }

    await test.step('422 for a key that was used with other content', async () => {
      const key = crypto.randomUUID();
      await page.route(api, (route) => route.continue({ postData: { ...getBody(route), key } }));
      await openFilledForm(page);
      await page.getByRole('button', { name: 'Send enquiry' }).click();
      await expect(page).toHaveURL(/thank-you\?reference=/);
      await openFilledForm(page);
      await page.getByRole('button', { name: 'Send enquiry' }).click();
      await expect(getAlert(page)).toHaveText(/already sent with different content/);
      await page.unroute(api);
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect(page).toHaveURL(/thank-you\?reference=/);
    });

    await test.step('429 says how long to wait', async () => {
      await page.route(api, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '540' },
          json: { error: { code: 'too_many_requests', message: 'Too many', fields: [], requestId: 'a' } },
        }),
      );
      await openFilledForm(page);
      await page.getByRole('button', { name: 'Send enquiry' }).click();
      await expect(getAlert(page)).toHaveText(/Please wait 9 minutes, then send it again/);
      await expectValuesKept(page);
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 4\d\d|Failed to load resource/));

  test('a refused enquiry shows the page with the values and the reason', async ({ page, baseURL }) => {
    await test.step('413 for an enquiry shows the form again with the limit and the values', async () => {
      await page.goto('/');
      await fillForm(page);
      await page.locator('select[name="subject"]').selectOption({ label: 'Something else' });
      await page.locator('#field-company').evaluate((field) => field.removeAttribute('maxlength'));
      await page.locator('#field-company').fill('x'.repeat(200_000));
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('button', { name: 'Send enquiry' }).click(),
      ]);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
      await expect(getAlert(page)).toContainText('128 kB');
      await expect(page.locator('#field-name')).toHaveValue('Ada');
      await expect(page.locator('select[name="subject"] option:checked')).toHaveText('Something else');
    });

    await test.step('429 for an enquiry shows the page with the values and the time to wait', async () => {
      await exhaustFormLimit(page, baseURL);
      await page.goto('/');
      await fillForm(page);
      await page.locator('select[name="subject"]').selectOption({ label: 'Something else' });
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('button', { name: 'Send enquiry' }).click(),
      ]);
      expect(answer.status()).toBe(429);
      expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(500);
      await expect(getAlert(page)).toHaveText(/Please wait \d+ minutes, then send it again; your text stays here\./);
      await expectValuesKept(page);
      await expect(page.locator('select[name="subject"] option:checked')).toHaveText('Something else');
    });
  });

  test('a refused message shows a page that says what to do', async ({ page, baseURL }) => {
    await test.step('413 for a form that is too large shows it again with the limit and the values', async () => {
      await page.goto('/contact-us');
      await fillForm(page);
      await page.locator('#field-message').evaluate((field) => field.removeAttribute('maxlength'));
      await page.locator('#field-message').fill('x'.repeat(200_000));
      const [answer] = await Promise.all([page.waitForResponse('**/contact-us'), sendForm(page)]);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
      await expect(getAlert(page)).toContainText('128 kB');
      await expect(page.locator('#field-name')).toHaveValue('Ada');
    });

    await test.step('415 for another format shows a page that says what to do', async () => {
      await page.goto('/contact-us');
      await fillForm(page);
      await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('enctype', 'text/plain'));
      const [answer] = await Promise.all([page.waitForResponse('**/contact-us'), sendForm(page)]);
      expect(answer.status()).toBe(415);
      await expect(getHeading(page)).toHaveText('We cannot read what was sent');
      await page.getByRole('link', { name: 'Load this page again' }).click();
      await expect(page.locator('#field-message')).toBeVisible();
    });

    await test.step('403 for a form of another site shows a page that says what to do, and stores nothing', async () => {
      // localhost and 127.0.0.1 are two sites.
      const other = new URL('/about-us', baseURL);
      other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
      await page.route(other.href, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${baseURL}/contact-us"><input name="name" value="Ada"><button>Send</button></form>`,
        }),
      );
      await page.goto(other.href);
      const [answer] = await Promise.all([page.waitForResponse('**/contact-us'), sendForm(page)]);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
      await expect(getHeading(page)).toHaveText('This form did not come from our page');
    });

    await test.step('405 for a page without a form shows a page that links to the form', async () => {
      await page.goto('/contact-us');
      await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('action', '/about-us'));
      await fillForm(page);
      const [answer] = await Promise.all([page.waitForResponse('**/about-us'), sendForm(page)]);
      expect(answer.status()).toBe(405);
      await expect(getHeading(page)).toHaveText('This page does not accept forms');
    });

    await test.step('429 shows the page with the values and the time to wait', async () => {
      await exhaustFormLimit(page, baseURL);
      await page.goto('/contact-us');
      await fillForm(page);
      const [answer] = await Promise.all([page.waitForResponse('**/contact-us'), sendForm(page)]);
      expect(answer.status()).toBe(429);
      expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(500);
      await expect(getAlert(page)).toHaveText(/Please wait \d+ minutes, then send it again; your text stays here\./);
      await expectValuesKept(page);
    });
  });
});

test('503 while the database is unavailable keeps the values, with JavaScript and without, and the next attempt is stored', async ({
  browser,
}) => {
  // The server waits 10 s for a statement; this database stops waiting for a lock sooner.
  const site = await startSiteWithTestContent(
    {},
    {
      prepare: ({ pool }) =>
        pool.query(
          "do $$ begin execute format('alter database %I set lock_timeout = 300', current_database()); end $$",
        ),
    },
  );
  const locking = await site.database.pool.connect();
  try {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${site.address}/contact-us`);
      if (javaScriptEnabled) await waitForHydration(page);
      await fillForm(page);
      await locking.query('begin; lock table submissions in access exclusive mode');
      await sendForm(page);
      await expect(getAlert(page)).toHaveText(/cannot accept messages right now.*send it again in a minute.*@/);
      await expectValuesKept(page);
      await locking.query('rollback');
      await sendForm(page);
      await expect(page).toHaveURL(/thank-you\?reference=/);
      await context.close();
    }
  } finally {
    locking.release();
    await site.stop();
  }
});
