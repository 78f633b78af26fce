import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './browser.ts';

// A visitor who leaves a form while it is sent is not pulled away, and what was sent is no draft any more.

const forms = [
  { name: 'contact', address: '/contact-us', api: '**/api/contact/submit' },
  { name: 'enquiry', address: '/', api: '**/api/business/business-requests' },
  { name: 'consultation', address: '/book-a-free-consultation', api: '**/api/consultation/request' },
] as const;

const form = (page: Page) => page.locator('form:has(#field-email)');

async function fill(page: Page): Promise<void> {
  await form(page).locator('#field-name').fill('Ada');
  await form(page).locator('#field-email').fill(`ada+${crypto.randomUUID()}@example.org`);
  await form(page).locator('#field-message').fill('Two fibres, one duct.');
  const subject = form(page).locator('select[name="subject"]');
  if ((await subject.count()) > 0) await subject.selectOption({ label: 'Something else' });
}

/** Holds the form's call until it is let go; the promise it returns ends when the page has its answer. */
async function hold(page: Page, api: string, outcome: 'stored' | 'lost') {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(api, async (route) => {
    await promise;
    await (outcome === 'stored' ? route.continue() : route.abort('connectionreset'));
  });
  return async () => {
    const ended = outcome === 'stored' ? page.waitForResponse(api) : page.waitForEvent('requestfailed');
    resolve();
    await ended;
    // Longer than a navigation that the answer would start.
    await page.waitForTimeout(500);
  };
}

async function send(page: Page): Promise<void> {
  await form(page).locator('button[type=submit]').click();
  await expect(form(page).getByRole('button', { name: 'Sending…' })).toBeVisible();
}

const leave = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy', exact: true }).click();

for (const { name, address, api } of forms) {
  test(`who leaves the ${name} form while it is sent stays where they went, and finds the form empty on return`, async ({
    page,
  }) => {
    const answer = await hold(page, api, 'stored');
    await page.goto(address);
    await hydrated(page);
    await fill(page);
    await send(page);
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    await answer();
    await expect(page).toHaveURL(/\/privacy-policy$/);
    await page.goBack();
    await expect(form(page).locator('#field-email')).toBeVisible();
    await expect(form(page).locator('#field-message')).toHaveValue('');
  });

  test(`who is on the way to another page when the ${name} form is stored arrives there`, async ({ page }) => {
    const answer = await hold(page, api, 'stored');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/page/getData*', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(address);
    await hydrated(page);
    await fill(page);
    await send(page);
    await leave(page);
    await answer();
    resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    await expect(page).toHaveURL(/\/privacy-policy$/);
  });

  // The router sends this one, and its form shows what was typed until the answer is there.
  if (name === 'consultation') continue;

  test(`who left the ${name} form and comes back before the answer sees nothing that is sent, and all that was lost`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource|business-requests failed/);
    const answer = await hold(page, api, 'lost');
    await page.goto(address);
    await hydrated(page);
    await fill(page);
    await send(page);
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    await page.goBack();
    await expect(form(page).locator('#field-message')).toHaveValue('');
    await answer();
    await expect(form(page).locator('#field-message')).toHaveValue('Two fibres, one duct.');
  });
}
