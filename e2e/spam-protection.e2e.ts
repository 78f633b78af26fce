import type { Page } from '@playwright/test';
import pg from 'pg';
import { rateLimits } from '../contract/http/rate-limits.ts';
import { expect, test, waitForHydration } from './browser.ts';
import { createEmail } from './site-forms.ts';

test('the hidden field is invisible, not focusable, and not in the accessibility tree', async ({ page }) => {
  await page.goto('/contact-us');
  await waitForHydration(page);
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

/** Returns why a sender's message is in quarantine, and whether its mails are held back. */
async function readStored(email: string): Promise<{ quarantinedFor: string | null; held: boolean[] }> {
  const database = new pg.Client(JSON.parse(process.env.SITE_DATABASE ?? '{}'));
  await database.connect();
  try {
    const { rows } = await database.query(
      `select quarantined_for, array_agg(held) as held from submissions join outbox on submission_id = submissions.id
      where email = $1 group by quarantined_for`,
      [email],
    );
    expect(rows).toHaveLength(1);
    return { quarantinedFor: rows[0].quarantined_for, held: rows[0].held };
  } finally {
    await database.end();
  }
}

async function fill(page: Page, email: string): Promise<void> {
  await page.goto('/contact-us');
  await waitForHydration(page);
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-message').fill('Two fibres, one duct.');
}

test.describe('a message that is written faster than people write', () => {
  test.use({ isHasty: true });

  test('is thanked for at once, and its mails are sent after the browser’s proof of work', async ({ page }) => {
    test.setTimeout(120_000);
    const email = createEmail();
    await fill(page, email);
    const proven = page.waitForResponse('**/api/form/prove', { timeout: 90_000 });
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL(/thank-you\?reference=/);
    expect((await proven).status()).toBe(200);
    expect(await readStored(email)).toEqual({ quarantinedFor: null, held: [false, false] });
  });

  test('is thanked for too if the hidden field is filled in, and gets no proof of work', async ({ page }) => {
    const email = createEmail();
    await fill(page, email);
    await page.locator('input[name="homepage"]').evaluate((field: HTMLInputElement) => {
      field.value = 'http://x.example';
    });
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/contact/submit'),
      page.getByRole('button', { name: 'Send message' }).click(),
    ]);
    expect(Object.keys(await answer.json())).toEqual(['reference', 'error', 'submitted']);
    await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
    expect((await readStored(email)).quarantinedFor).toContain('hidden field');
  });
});

test('a network beyond its limit is still accepted after the proof of work that the refusal asks for', async ({
  page,
  expectComplaint,
}) => {
  test.setTimeout(120_000);
  expectComplaint(/status of 429/);
  await page.goto('/contact-us');
  await waitForHydration(page);
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
