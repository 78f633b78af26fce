import type { Page } from '@playwright/test';
import { samplePdf } from '../testing/sample-files.ts';
import { expect, hydrated, test } from './browser.ts';

// The code that checks and sends a form comes with its first use. Here it comes late or not at all, and a backend answers
// a success in every way it may (specification, section 7: 200 to 299).

const code = '**/assets/forms-*.js';
const failed = /Failed to load resource|Failed to fetch dynamically imported module/;

const forms = [
  { name: 'contact', address: '/contact-us', api: '**/api/contact/submit' },
  { name: 'enquiry', address: '/', api: '**/api/business/business-requests' },
] as const;

const form = (page: Page) => page.locator('form:has(#field-email)');
const button = (page: Page, name: string | RegExp) => form(page).getByRole('button', { name });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await form(page).locator('#field-name').fill('Ada');
  await form(page).locator('#field-email').fill(`ada+${crypto.randomUUID()}@example.org`);
  await form(page).locator('#field-message').fill('Two fibres, one duct.');
  const subject = form(page).locator('select[name="subject"]');
  if ((await subject.count()) > 0) await subject.selectOption({ label: 'Something else' });
}

test('a file arrives where the code that tells its progress does not', async ({ page, expectComplaint }) => {
  expectComplaint(failed);
  await page.route('**/assets/progress-fetch-*.js', (route) => route.abort('connectionfailed'));
  await open(page, '/contact-us');
  const { name, bytes } = samplePdf();
  await form(page).locator('#field-files').setInputFiles({ name, mimeType: '', buffer: bytes });
  await expect(form(page).getByText('has arrived')).toBeAttached();
});

for (const { name, address, api } of forms) {
  test(`while the code of the ${name} form is on its way its button says so, and five failures are made good`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failed);
    let requests = 0;
    await page.route(code, (route) => {
      requests += 1;
      return requests <= 5 ? route.abort('connectionfailed') : route.continue();
    });
    await open(page, address);
    await button(page, /^Send/).click();
    await expect(button(page, 'Sending…')).toBeVisible();
    await expect(page).toHaveURL(/thank-you\?reference=/, { timeout: 15_000 });
    expect(requests).toBe(6);
  });

  test(`the ${name} form whose code and server cannot be reached says so after six attempts, keeps all, and can be sent again`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failed);
    let requests = 0;
    let isBroken = true;
    await page.route(code, (route) => {
      requests += 1;
      return isBroken ? route.abort('connectionfailed') : route.continue();
    });
    await page.route('**/build.json', (route) => (isBroken ? route.abort('connectionfailed') : route.continue()));
    await open(page, address);
    await button(page, /^Send/).click();
    await expect(button(page, 'Sending…')).toBeVisible();
    await expect(button(page, 'Send again')).toBeVisible({ timeout: 15_000 });
    // The focus, which the failure brings back to the form, asks once more.
    expect(requests - 6).toBeLessThanOrEqual(1);
    expect(requests).toBeGreaterThanOrEqual(6);
    // An enquiry has no failure message of its own (specification, section 8).
    if (name === 'contact') await expect(form(page).getByRole('alert')).toContainText('We could not be reached');
    else await expect(button(page, 'Send again')).toBeFocused();
    await expect(form(page).locator('#field-message')).toHaveValue('Two fibres, one duct.');
    isBroken = false;
    await button(page, 'Send again').click();
    await expect(page).toHaveURL(/thank-you\?reference=/);
  });

  test(`the ${name} form whose code alone is missing is sent by the browser itself`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failed);
    await page.route(code, (route) => route.abort('connectionfailed'));
    await open(page, address);
    await button(page, /^Send/).click();
    await expect(page).toHaveURL(/thank-you\?reference=/, { timeout: 15_000 });
  });

  for (const [status, body] of [
    [204, ''],
    [200, ''],
    [201, 'null'],
    [200, '<html>Thank you</html>'],
    [299, '"stored"'],
  ] as const) {
    test(`the ${name} form is sent where a backend answers ${status} with ${JSON.stringify(body)}`, async ({
      page,
    }) => {
      await page.route(api, (route) => route.fulfill({ status, body }));
      await open(page, address);
      await button(page, /^Send/).click();
      await expect(page).toHaveURL(/\/thank-you$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }
}
