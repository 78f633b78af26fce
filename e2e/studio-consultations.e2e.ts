import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { ContentSite } from '../testing/content-sites.ts';
import { createHttpStudioClient } from '../testing/studio.ts';
import { expectAccessible, narrow, widths } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

// Free times are offered for 30 days, so tests that choose one use the next three weeks.

const day = 86_400_000;

/** Returns a client of the API with the session of a browser. */
async function openClient(context: BrowserContext, site: ContentSite) {
  const token = (await context.cookies()).find(({ name }) => name === 'studio')?.value ?? '';
  return createHttpStudioClient(site.address, token);
}

/** Returns the Tuesday of a week ahead, so that each test has days of its own. */
function getTuesday(weeks: number): string {
  const now = new Date();
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * day;
  return new Date(monday + (7 * weeks + 1) * day).toISOString().slice(0, 10);
}

/** Books a consultation for a caller by the API. Returns its id. */
async function book(context: BrowserContext, site: ContentSite, start: string, name = 'Marie Curie'): Promise<string> {
  const client = await openClient(context, site);
  const booked = await client.call('bookForCaller', {
    ...{ start, adviser: 1, minutes: 30, isOutsideHours: true, key: randomUUID(), timeZone: 'America/New_York' },
    ...{ name, email: `${randomUUID()}@example.org`, message: 'We move ten terabytes.' },
  });
  return booked.id;
}

const readStatus = async ({ database }: ContentSite, id: string) => {
  const { rows } = await database.db.execute<{ status: string; at: string; adviser: number }>(
    sql`select status, to_char(lower(during) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, adviser from consultations where id = ${id}::uuid`,
  );
  return rows[0];
};

/** Unfolds the form that moves, and fills in its fields. */
async function fillMove(page: Page, date: string, time: string): Promise<void> {
  const form = page.locator('#move');
  await form.getByText('Move to another time').click();
  await form.getByLabel('Day', { exact: true }).fill(date);
  await form.getByLabel('Time', { exact: true }).fill(time);
}

const screens = (date: string, id: string) => [
  `/studio/consultations?day=${date}`,
  `/studio/consultations?view=day&day=${date}`,
  `/studio/consultations?view=month&day=${date}`,
  `/studio/consultations/${id}?day=${date}#move`,
  `/studio/consultations/new?day=${date}`,
  '/studio/consultations/rules',
  '/studio/consultations/rules?adviser=1',
  '/studio/consultations/rules?adviser=new',
];

test('every screen is accessible', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  const date = getTuesday(1);
  const id = await book(context, studioSite, `${date}T10:00:00.000Z`);
  for (const path of screens(date, id)) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await expectAccessible(page, { state: path, at: path.includes('?adviser=') ? narrow : widths });
  }
  await page.goto(`/studio/consultations/${id}`);
  await page.getByRole('link', { name: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ }).click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Olga booked the consultation');
  await page
    .getByRole('complementary', { name: 'About the sender' })
    .getByRole('link', { name: /20\d\d/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/studio/consultations/${id}$`));
});

test('an empty week, an unknown consultation, a refused role and an ended session say what is the case', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // 401: a page that is left may ask for news after its session has ended.
  for (const status of [/401/, /403/, /404/]) expectComplaint(status);
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/studio/consultations?day=${getTuesday(40)}`);
  await expect(page.getByText('No consultations').first()).toBeVisible();
  await page.goto(`/studio/consultations/${randomUUID()}`);
  await expect(page.getByText('There is no such consultation.')).toBeVisible();
  await context.clearCookies();
  await page.goto('/studio/consultations');
  await expect(page).toHaveURL(/\/studio\/sign-in\?to=/);
  await signIn(context, studioSite, 'EDITOR', 'Edna');
  const refused = await page.goto('/studio/consultations');
  expect(refused?.status()).toBe(403);
});

test('a consultation is booked for a caller who has a telephone alone, by a held time', async ({
  page,
  context,
  studioSite,
}) => {
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  const date = getTuesday(2);
  await page.goto(`/studio/consultations/new?day=${date}`);
  await page
    .getByRole('button', { name: /^11:00 with/ })
    .first()
    .click();
  await expect(page.getByText(/Held for you until/)).toBeVisible();
  await page.getByLabel('Name').fill('Emmy Noether');
  await page.getByLabel('Telephone').fill('+44 117 496 0142');
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Emmy Noether' })).toBeVisible();
  await expect(page.getByText('Not given, so no mails are sent')).toBeVisible();
});

test('a consultation is moved within the calendar by keys and by dragging, and back', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  const date = getTuesday(6);
  const id = await book(context, studioSite, `${date}T10:00:00.000Z`, 'Lise Meitner');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`/studio/consultations?day=${date}`);
  const item = page.getByRole('link', { name: /Lise Meitner/ });
  await page.waitForLoadState('networkidle');
  await item.focus();
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText(/Lise Meitner to Wednesday .*10:30–11:00/)).toBeVisible();
  expect((await readStatus(studioSite, id))?.at).toBe(`${date} 10:00`);
  await page.keyboard.press('Enter');
  const move = page.getByRole('button', { name: 'Move and tell the visitor' });
  await expect(move).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Moved to Wednesday/)).toBeVisible();
  const getDay = (name: RegExp) => page.locator('section', { has: page.getByRole('heading', { name }) });
  await expect(getDay(/^Wed/).getByRole('link', { name: /Lise Meitner/ })).toBeFocused();

  // A refused move stays chosen, so that its form can ask for it outside of the hours.
  await item.dragTo(getDay(/^Sat/).locator('[data-shown]'), { targetPosition: { x: 20, y: 72 * 3 + 4 } });
  await move.click();
  await expect(page.getByRole('alert')).toContainText('does not work at this time');
  await expect(page.getByRole('link', { name: 'Open the form' })).toBeVisible();
  await item.dragTo(getDay(/^Thu/).locator('[data-shown]'), { targetPosition: { x: 40, y: 72 * 6 + 4 } });
  await move.click();
  await expect(page.getByText(/^Moved to Thursday .*14:00/)).toBeVisible();
  await expect(getDay(/^Thu/).getByRole('link', { name: /Lise Meitner/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Moved to Wednesday .*10:30/)).toBeVisible();
  expect((await readStatus(studioSite, id))?.at.endsWith(' 10:30')).toBe(true);
});

test('of two people who move the same consultation, the second is told what the first did', async ({
  page,
  context,
  studioSite,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  const date = getTuesday(4);
  const id = await book(context, studioSite, `${date}T10:00:00.000Z`);
  const otherContext = await browser.newContext({ baseURL: studioSite.address });
  await signIn(otherContext, studioSite, 'OWNER', 'Omar');
  const other = await otherContext.newPage();
  for (const each of [page, other]) await each.goto(`/studio/consultations/${id}`);
  await fillMove(page, date, '11:00');
  await fillMove(other, date, '12:00');
  await page.getByRole('button', { name: 'Move and tell the visitor' }).click();
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await other.getByRole('button', { name: 'Move and tell the visitor' }).click();
  await expect(other.getByRole('alert')).toContainText(/Somebody else has changed .* It is now on .*11:00/);
  expect((await readStatus(studioSite, id))?.at).toBe(`${date} 11:00`);
  await otherContext.close();
});

test('a cancellation is undone while the time is free', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  const id = await book(context, studioSite, `${getTuesday(5)}T10:00:00.000Z`);
  await page.goto(`/studio/consultations/${id}`);
  await page.getByText('Cancel the consultation').click();
  await page.getByRole('button', { name: 'Cancel and tell the visitor' }).click();
  await expect(page.getByText(/^Cancelled\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo the cancellation' }).click();
  await expect(page.getByText('It takes place after all.', { exact: false }).first()).toBeVisible();
  expect((await readStatus(studioSite, id))?.status).toBe('BOOKED');
});

test('an adviser is added with hours, a calendar file brings days off, and a feed has an address', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/422/);
  await signIn(context, studioSite, 'OPERATOR', 'Olga');
  await page.goto('/studio/consultations/rules');
  await page.getByRole('link', { name: 'Add an adviser' }).click();
  await page.getByLabel('Name').fill('Hedy Lamarr');
  await expect(page.getByText('Hours of the week')).toBeHidden();
  await page.getByLabel('Working hours').selectOption('own');
  await page.getByLabel('Monday, to').fill('08:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must have a start and a later end', { exact: false })).toBeVisible();
  await page.getByLabel('Monday, to').fill('12:00');
  await page.getByRole('button', { name: 'Add hours: Monday' }).click();
  await page.getByLabel('Monday, from').last().fill('13:00');
  await page.getByLabel('Monday, to').last().fill('15:00');
  await page.getByRole('button', { name: 'Remove these hours of Tuesday' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hedy Lamarr' })).toBeVisible();
  await expect(page.getByLabel('Monday, from')).toHaveCount(2);
  await expect(page.getByLabel('Monday, to').last()).toHaveValue('15:00');
  await expect(page.getByLabel('Tuesday, from')).toHaveCount(0);
  const off = new Date(Date.now() + 10 * day).toISOString().slice(0, 10);
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `DTSTART;VALUE=DATE:${off.replaceAll('-', '')}`,
    'SUMMARY:Holiday',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const choose = (text: string) =>
    page
      .getByLabel('Calendar file (.ics)')
      .setInputFiles({ name: 'off.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
  await choose(lines.join('\r\n'));
  await expect(page.getByText('1 day off are in the file.', { exact: false })).toBeInViewport();
  await expect(page.getByText('Holiday')).toBeVisible();
  await choose('PK a zip file');
  await expect(page.getByRole('alert')).toContainText('This is no calendar file');
  await choose(`BEGIN:VCALENDAR${'x'.repeat(4_000_000)}`);
  await expect(page.getByText('This file is too large', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const field = page.getByLabel('Secret address of the calendar feed');
  await expect(field).toBeInViewport();
  const address = await field.inputValue();
  const feed = await fetch(address.replace(/^https?:\/\/[^/]+/, studioSite.address));
  expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('Hedy Lamarr')]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('people read, book, move, cancel and set hours', async ({ page, context, studioSite }) => {
    await signIn(context, studioSite, 'OPERATOR', 'Olga');
    const date = new Date(Date.parse(getTuesday(3)) + 2 * day).toISOString().slice(0, 10);
    const id = await book(context, studioSite, `${date}T10:00:00.000Z`, 'Paul Dirac');
    await page.goto(`/studio/consultations?day=${date}`);
    await page.getByRole('link', { name: /Paul Dirac/ }).click();
    await expect(page.getByText('We move ten terabytes.')).toBeVisible();
    await fillMove(page, date, '15:30');
    await page.getByRole('button', { name: 'Move and tell the visitor' }).click();
    await expect(page.getByText(/Moved to .*15:30/)).toBeVisible();
    await page.getByText('Cancel the consultation').click();
    await page.getByRole('button', { name: 'Cancel and tell the visitor' }).click();
    await expect(page.getByText('Cancelled. The time is free', { exact: false })).toBeVisible();
    expect((await readStatus(studioSite, id))?.status).toBe('CANCELLED');

    await page.goto(`/studio/consultations/new?day=${date}`);
    await page
      .getByRole('button', { name: /^11:00 with/ })
      .first()
      .click();
    await page.getByLabel('Name').fill('Niels Bohr');
    await page.getByLabel('E-mail address').fill('niels@example.org');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Niels Bohr' })).toBeVisible();

    await page.goto('/studio/consultations/rules');
    await page.getByLabel('Saturday, from').fill('10:00');
    await page.getByLabel('Saturday, to').fill('12:00');
    await page.getByRole('button', { name: 'Save the hours' }).click();
    await expect(page.getByLabel('Saturday, to').first()).toHaveValue('12:00');
    await page.getByLabel('First day').fill(new Date(Date.now() + 20 * day).toISOString().slice(0, 10));
    await page.getByLabel('Reason').fill('Stocktaking');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Stocktaking')).toBeVisible();
  });
});
