import pg from 'pg';
import { rateLimits } from '../contract/rate-limits.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { expect, hydrated, test } from './browser.ts';

test('the hidden field is seen by nobody, reached by no key, and in no list of names', async ({ page }) => {
  await page.goto('/contact-us');
  await hydrated(page);
  const field = page.locator('input[name="homepage"]');
  await expect(field).toHaveCount(1);
  await expect(field).toBeHidden();
  await expect(field).toHaveAttribute('autocomplete', 'off');
  expect(await page.locator('form[action="/contact-us"]').ariaSnapshot()).not.toMatch(/leave this empty/i);
  await page.locator('#field-name').focus();
  const reached: (string | null)[] = [];
  for (let count = 0; count < 7; count++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null));
  }
  expect(reached).not.toContain('homepage');
});

test('a message written faster than people write is thanked for at once, and its mails go when the browser has done its work', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const site = await startSiteProcess();
  const database = new pg.Client({ host: `${site.dataDir}/socket`, user: 'site', database: 'site' });
  await database.connect();
  const quarantined = async () => (await database.query('select quarantined_for from submissions')).rows;
  try {
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
    await page.goto(`${site.address}/contact-us`);
    await hydrated(page);
    await page.locator('#field-name').fill('Ada');
    await page.locator('#field-email').fill('ada@example.org');
    await page.locator('#field-message').fill('Two fibres, one duct.');
    const proven = page.waitForResponse('**/api/form/prove', { timeout: 90_000 });
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL(/thank-you\?reference=/);
    expect((await proven).status()).toBe(200);
    expect(await quarantined()).toEqual([{ quarantined_for: null }]);
    expect((await database.query('select held from outbox')).rows).toEqual([{ held: false }, { held: false }]);
    expect(complaints).toEqual([]);

    // A program that fills in everything it finds is thanked too, and given no work that would help it.
    await page.goto(`${site.address}/contact-us`);
    await hydrated(page);
    await page.locator('input[name="homepage"]').evaluate((field: HTMLInputElement) => {
      field.value = 'http://x.example';
    });
    await page.locator('#field-name').fill('Bot');
    await page.locator('#field-email').fill('bot@example.org');
    await page.locator('#field-message').fill('Hello there.');
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/contact/submit'),
      page.getByRole('button', { name: 'Send message' }).click(),
    ]);
    expect(Object.keys(await answer.json())).toEqual(['reference', 'error', 'submitted']);
    await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
    expect((await quarantined()).map((row) => row.quarantined_for).join()).toContain('hidden field');
  } finally {
    await database.end();
    await site.stop();
  }
});

test('an office that used up its forms still gets through: the browser does the work that the refusal asks for', async ({
  page,
  expectComplaint,
}) => {
  test.setTimeout(120_000);
  expectComplaint(/status of 429/);
  await page.goto('/contact-us');
  await hydrated(page);
  const statuses = await page.evaluate(async (most) => {
    await fetch('/api/form/token');
    const token = document.cookie.replace(/.*XSRF-TOKEN=([^;]+).*/, '$1');
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) };
    const answers: number[] = [];
    for (let sent = 0; sent < most; sent++) {
      const form = { name: 'Ada', email: 'ada@example.org', message: `Message ${sent}`, key: crypto.randomUUID() };
      answers.push(
        (await fetch('/api/contact/submit', { method: 'POST', headers, body: JSON.stringify(form) })).status,
      );
    }
    return answers;
  }, rateLimits.stored.points);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/contact/submit')) answers.push(response.status());
  });
  await page.locator('#field-name').fill('Grace');
  await page.locator('#field-email').fill('grace@example.org');
  await page.locator('#field-message').fill('The eleventh message of this office.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/thank-you\?reference=/, { timeout: 90_000 });
  expect(answers).toEqual([429, 200]);
});
