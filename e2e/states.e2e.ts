import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, hydrated, test } from './browser.ts';

// What a visitor meets between a page that stands and a page that is answered: in every width and theme, for everyone.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface SiteForm {
  name: string;
  address: string;
  form: string;
  send: RegExp;
  api: string;
}

const forms: SiteForm[] = [
  {
    name: 'contact',
    address: '/contact-us',
    form: 'form[action="/contact-us"]',
    send: /^Send/,
    api: '**/api/contact/submit',
  },
  {
    name: 'enquiry',
    address: '/',
    form: '#send-enquiry form',
    send: /^Send/,
    api: '**/api/business/business-requests',
  },
  {
    name: 'booking',
    address: '/book-a-free-consultation',
    form: '#details form',
    send: /^(Book this time|Sending|Try again|Send again)/,
    api: '**/api/consultation/book',
  },
];

async function fill(form: Locator): Promise<void> {
  await form.locator('#field-name').fill('Ada');
  await form.locator('#field-email').fill(`ada+${crypto.randomUUID()}@example.org`);
  const subject = form.locator('select[name="subject"]');
  if ((await subject.count()) > 0) await subject.selectOption({ label: 'Something else' });
  const message = form.locator('#field-message');
  if ((await message.count()) > 0) await message.fill('Two fibres, one duct.');
}

/** Holds what a page asks for until it is let go, and then lets `then` answer. */
async function hold(page: Page, pattern: string, then: (route: Route) => Promise<void>): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await then(route);
  });
  return resolve;
}

for (const { name, address, form: selector, send: label, api } of forms) {
  test(`the ${name} form is accessible wrong, sending, failed and offline, and keeps what was typed`, async ({
    page,
    context,
    expectComplaint,
  }) => {
    // The helpers of enquiries log that they failed (specification, section 4).
    expectComplaint(/Failed to load resource|(business-requests|check-email-phone) failed/);
    const form = page.locator(selector);
    const send = form.getByRole('button', { name: label });
    await page.goto(address);
    await hydrated(page);
    if (name === 'booking') {
      // None that another test takes: those choose from the first ones.
      await page.locator('button[name="slot"]').nth(9).click();
      await page.waitForURL(/hold=/);
    }
    await form.evaluate((element) => element.setAttribute('novalidate', ''));
    await form.locator('#field-email').fill('nobody');
    await send.click();
    await expect(form.getByRole('alert')).toBeFocused();
    await expectAccessible(page, 'wrong');
    await expect(form.getByRole('alert')).toBeFocused();

    await fill(form);
    const letGo = await hold(page, api, (route) => route.fulfill({ status: 500, json: {} }));
    await send.click();
    await expect(
      form.locator('[aria-busy="true"], button[aria-disabled="true"], button:disabled').first(),
    ).toBeVisible();
    await expectAccessible(page, 'sending');
    letGo();
    // An enquiry has no failure message of its own: its button says what to do (readings).
    if (name === 'enquiry') await expect(form.getByRole('button', { name: 'Send again' })).toBeFocused();
    else await expect(form.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'failed');

    await page.unroute(api);
    await context.setOffline(true);
    await send.click();
    if (name === 'enquiry') await expect(form.getByRole('button', { name: 'Send again' })).toBeFocused();
    else await expect(form.getByRole('alert')).toContainText('We could not be reached');
    await expectAccessible(page, 'offline');
    await expect(form.locator('#field-name')).toHaveValue('Ada');
    await context.setOffline(false);
  });
}

test('a page that is on its way is accessible, and so is one that is late, and one that cannot come', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|Failed to fetch/);
  const letGo = await hold(page, '**/api/plan/enable/list*', (route) => route.abort('internetdisconnected'));
  await page.goto('/about-us');
  await hydrated(page);
  await page
    .locator('a[href="/our-plans"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible();
  await expectAccessible(page, 'loading');
  await expect(page.getByRole('status').filter({ hasText: 'Still loading' })).toBeVisible({ timeout: 12_000 });
  await expectAccessible(page, 'still loading');
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: /connection|offline|reach/i })).toBeVisible();
  await expectAccessible(page, 'offline');
});
