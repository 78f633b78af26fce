import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { parseIcalendar } from '../testing/calendar-text.ts';
import { company } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, getSiteAddress, holdRequests, test, waitForHydration } from './browser.ts';
import { passTimeUntil } from './clock.ts';

const path = '/book-a-free-consultation';
const getSlotButtons = (page: Page) => page.locator('button[name="slot"]');

/** Holds a time, and waits until it is shown. Earlier the fields belong to another form, and lose the focus. */
async function holdTime(page: Page, slot: Locator): Promise<void> {
  await slot.click();
  await expect(page.getByText(/Held for you until/)).toBeVisible();
}
const thanks = /\/book-a-free-consultation-thank-you\?reference=[0-9A-Z]{4}-[0-9A-Z]{4}(?:&manage=[\w-]+\.[\w-]+)?$/;

/** Returns a new sender, because a third booking of one e-mail address would wait for its confirmation. */
const makeVisitor = () => ({ email: `a${crypto.randomUUID()}@example.org` });

async function fillForm(page: Page, extra: Record<string, string> = {}): Promise<void> {
  const fields = { name: "Siobhán O'Beirne", email: 'siobhan+site@example.org', ...extra };
  for (const [name, text] of Object.entries(fields)) await page.locator(`#field-${name}`).fill(text);
}

/** Opens the free times some weeks ahead. Tests use different weeks, so that they do not book each other's slots. */
async function openLaterWeek(page: Page, weeks: number, zone = 'Europe/London'): Promise<void> {
  await page.goto(`${path}?zone=${zone}`);
  for (let week = 0; week < weeks; week++) {
    const before = page.url();
    await page.getByRole('link', { name: 'Later times' }).click();
    await expect(page).not.toHaveURL(before);
  }
  await expect(getSlotButtons(page).first()).toBeVisible();
}

/** Books a slot by the API with every adviser. */
async function bookAllAdvisers(request: APIRequestContext, slot: string): Promise<void> {
  await request.get(`${getSiteAddress()}/api/form/token`);
  const { cookies } = await request.storageState();
  const headers = {
    origin: getSiteAddress(),
    'x-xsrf-token': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '',
  };
  for (let adviser = 0; adviser < 3; adviser++) {
    const data = { slot, timeZone: 'UTC', name: 'Ada', email: 'ada@example.org', key: crypto.randomUUID() };
    await request.post(`${getSiteAddress()}/api/consultation/book`, { headers, data });
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a time is chosen, held and booked, and the thank-you page says when it is', async ({ page }) => {
    await openLaterWeek(page, 0);
    await holdTime(page, getSlotButtons(page).nth(4));
    await expect(page).toHaveURL(/\?.*hold=[\w.-]+#details$/);
    await expect(page.getByText(/Held for you until \d\d:\d\d \(Europe\/London\)/)).toBeVisible();
    await fillForm(page, { message: 'Two links, one duct.', ...makeVisitor() });
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page).toHaveURL(thanks);
    await expect(page.getByRole('heading', { level: 1, name: 'Your consultation is booked' })).toBeVisible();
    await expect(page.getByText(/\(Europe\/London, GMT/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Your consultation is booked' })).toBeVisible();
    await expect(page.locator('main')).toContainText(`By telephone: ${company.name} will call you.`);
    // This site has no mail server.
    await expect(page.locator('main')).not.toContainText(/on its way|not written yet/);
  });

  test('the thank-you page has the calendar file and leads to moving and cancelling', async ({ page }) => {
    await openLaterWeek(page, 2);
    await holdTime(page, getSlotButtons(page).nth(5));
    await fillForm(page, makeVisitor());
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page).toHaveURL(thanks);
    const thankYou = page.url();
    expect((await page.goto(thankYou))?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to your calendar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('consultation.ics');
    const file = parseIcalendar(await readFile(await download.path(), 'utf8'));
    expect(file).toMatchObject({
      METHOD: 'PUBLISH',
      LOCATION: `Telephone: ${company.name} will call you`,
      STATUS: 'CONFIRMED',
    });

    await page.getByRole('link', { name: 'Move it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your consultation' })).toBeVisible();
    const before = await page.locator('#appointment time').getAttribute('datetime');
    await page.locator('#times button[name="to"]').nth(2).click();
    // The confirmation comes first; it changes nothing and can be cancelled.
    await expect(page.locator('#ask')).toContainText('Move your appointment to');
    await page.getByRole('link', { name: 'No, keep the time' }).click();
    await expect(page.locator('#ask')).toHaveCount(0);
    await expect(page.locator('#appointment time')).toHaveAttribute('datetime', before ?? '');

    await page.goto(thankYou);
    await page.getByRole('link', { name: 'Cancel it' }).click();
    await expect(page.locator('#ask')).toBeInViewport();
    await page.getByRole('link', { name: 'No, keep it' }).click();
    await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
    // Without the token, the reference shows the time and changes nothing.
    await page.goto(thankYou.replace(/&manage=.*/, ''));
    await expect(page.getByRole('heading', { level: 1, name: 'Your consultation is booked' })).toBeVisible();
    await expect(page.locator('main a[href*="manage="]')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Add to your calendar' })).toHaveCount(0);
  });

  test('a time zone is chosen in the form, and an unknown one is ignored', async ({ page }) => {
    await page.goto(`${path}?zone=Mars/Olympus`);
    await expect(page.locator('#zone')).toHaveValue('Europe/London');
    // The first free time may become too near to book before the next page is rendered.
    const instant = await getSlotButtons(page).nth(1).getAttribute('value');
    await page.locator('#zone').selectOption('Asia/Kolkata');
    await page.getByRole('button', { name: 'Change time zone' }).click();
    await expect(page.locator('#zone')).toHaveValue('Asia/Kolkata');
    await expect(page.locator(`button[value="${instant}"]`)).toHaveText(/^\d\d:[03]0/);
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });
    await expect(page.locator(`button[value="${instant}"] time`)).toHaveText(shown.format(new Date(instant ?? '')));
  });

  test('a form whose time was taken meanwhile keeps its values and offers other times', async ({
    page,
    request,
    expectComplaint,
  }) => {
    expectComplaint(/status of 409/);
    await openLaterWeek(page, 1);
    const slot = (await getSlotButtons(page).nth(6).getAttribute('value')) ?? '';
    await bookAllAdvisers(request, slot);
    await getSlotButtons(page).nth(6).click();
    await expect(page.getByRole('alert')).toContainText('has just been taken');
    await expect(page.locator(`button[value="${slot}"]`)).toHaveCount(0);
  });

  test('without a time that fits, a request is sent', async ({ page }) => {
    await page.goto(path);
    await fillForm(page, { message: 'Sunday at noon' });
    await page.getByRole('button', { name: 'Request a time' }).click();
    await expect(page).toHaveURL(thanks);
    await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
  });

  test('errors are shown beside their fields, and the hold and the values are kept', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 422/);
    await openLaterWeek(page, 0);
    await holdTime(page, getSlotButtons(page).last());
    await page.locator('#details form:has(#field-email)').evaluate((form) => form.setAttribute('novalidate', ''));
    await fillForm(page, { email: 'nobody', message: 'Kept' });
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page.getByRole('alert')).toContainText('Your e-mail: Please enter an e-mail address');
    await expect(page.locator('#field-message')).toHaveValue('Kept');
    await expect(page.getByText(/Held for you until/)).toBeVisible();
  });
});

test.describe('with JavaScript', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('times are shown in the time zone of the device, and a booking needs only the keyboard', async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.locator('#zone')).toHaveValue('America/New_York');
    await getSlotButtons(page).nth(2).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Held for you until \d\d:\d\d \(America\/New_York\)/)).toBeVisible();
    await expect(page.locator('#details [tabindex="-1"]:focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Hold longer' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(thanks);
    await expect(page.getByText(/America\/New_York/).first()).toBeVisible();
  });

  test('the countdown of a hold is visible but not announced every second', async ({ page }) => {
    await page.clock.install();
    const release = await holdRequests(page, /\/assets\/.*\.js/);
    await page.goto(path, { waitUntil: 'commit' });
    // While the times are in the company's zone, none can be chosen.
    await expect(getSlotButtons(page).nth(3)).toHaveCSS('pointer-events', 'none');
    release();
    await expect(page.locator('#zone')).toHaveValue('America/New_York');
    await holdTime(page, getSlotButtons(page).nth(3));
    const count = page.locator('#field-slot span[aria-hidden]');
    await expect(count).toHaveText(/^[45]:\d\d$/);
    const first = (await count.textContent()) ?? '';
    await passTimeUntil(page, async () => expect(await count.textContent()).not.toBe(first));
    await expect(page.locator('#field-slot [role="status"]')).toHaveText('');
    expect(await findViolations(page)).toEqual([]);
  });

  test('a time is held longer on request, and the form keeps its values', async ({ page }) => {
    await page.clock.install();
    await page.goto(`${path}?zone=Europe/London`);
    await waitForHydration(page);
    await holdTime(page, getSlotButtons(page).nth(4));
    const held = page.locator('#field-slot');
    const when = await held.locator('time').getAttribute('datetime');
    await page.locator('#field-message').fill('Kept');
    await page.clock.fastForward('03:30');
    await expect(held.getByRole('status')).toContainText('less than two minutes');
    const address = page.url();
    await held.getByRole('button', { name: 'Hold longer' }).press('Enter');
    await expect(page).not.toHaveURL(address);
    await expect(held.getByRole('status')).toHaveText('');
    await expect(held.locator('time')).toHaveAttribute('datetime', when ?? '');
    await expect(page.locator('#field-message')).toHaveValue('Kept');
  });

  test('a form whose hold expired and whose time was taken keeps its values and books another time', async ({
    page,
    request,
    expectComplaint,
  }) => {
    expectComplaint(/status of 409/);
    await page.goto(`${path}?zone=Europe/London`);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Later times' }).click();
    await expect(page).toHaveURL(/from=/);
    await holdTime(page, getSlotButtons(page).nth(1));
    const slot = (await page.locator('#field-slot ~ input[name="slot"]').getAttribute('value')) ?? '';
    // Without the token of the hold, the server treats the visitor like any other.
    await page.route(
      '**/api/consultation/book',
      (route) => route.continue({ postData: { ...route.request().postDataJSON(), hold: undefined } }),
      { times: 1 },
    );
    await bookAllAdvisers(request, slot);
    await fillForm(page, { message: 'Kept' });
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page.getByRole('alert')).toContainText('has just been taken');
    await expect(page.locator('#field-message')).toHaveValue('Kept');
    expect(await findViolations(page)).toEqual([]);
    await page.locator('input[type="radio"][name="slot"]').nth(3).check();
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page).toHaveURL(thanks);
  });

  test('the page is accessible, and accepts a request when the free times cannot be loaded', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource/);
    await page.goto(path);
    await waitForHydration(page);
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/contact-us');
    await waitForHydration(page);
    await page.route('**/api/consultation/slots*', (route) => route.abort());
    await page.getByRole('link', { name: 'Book a free consultation' }).first().click();
    await expect(page.getByText('We cannot show the free times right now')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Request a time' })).toBeVisible();
  });
});
