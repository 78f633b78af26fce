import { createApiContext } from '../testing/api-context.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { makeEntry } from '../testing/makers.ts';
import { expectAccessible } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

/** Schedules a page. Days are those of the site's time zone, London. */
const schedulePage = ({ database, dataDir }: ContentSite, title: string, at: string) =>
  makeEntry(createApiContext(database.db, dataDir), 'PAGE', { publishedAt: new Date(at), text: { title } });

test('the keyboard moves between days, and a schedule is moved by a day and back', async ({
  editorPage: page,
  context,
  studioSite,
}) => {
  await schedulePage(studioSite, 'Opened in spring', '2031-03-29T09:00:00Z');
  await page.goto('/studio/calendar?month=2031-03');
  await expectAccessible(page, { state: 'month' });
  const getDayLink = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(async () => {
    await getDayLink('Saturday 1 March, 0 changes').focus();
    await page.keyboard.press('ArrowRight');
    await expect(getDayLink('Sunday 2 March, 0 changes')).toBeFocused({ timeout: 300 });
  }).toPass();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(getDayLink('Saturday 29 March, 1 change')).toBeFocused();
  // Beyond the last week another month is shown, with the focus on the day.
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar: April 2031');
  await expect(getDayLink('Saturday 12 April, 0 changes')).toBeFocused();
  await page.goBack();
  await getDayLink('Saturday 29 March, 1 change').press('Enter');

  // The chosen day is shown beside the month, and leads to its week.
  const day = page.getByRole('region', { name: /March$/ });
  await expect(day.getByRole('heading', { name: 'Saturday 29 March' })).toBeVisible();
  await page.getByRole('link', { name: 'Week' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calendar: week of 24 March 2031');
  await page.getByRole('button', { name: 'A day later: Opened in spring' }).press('Enter');
  await expect(page.getByText('Moved “Opened in spring” to 30 Mar 2031, 09:00.')).toBeVisible();
  const sunday = page.getByRole('listitem').filter({ has: getDayLink('Sunday 30 March, 1 change') });
  await expect(sunday).toContainText('Scheduled 09:00');
  await expect(day).toContainText('Nothing changes for visitors.');
  await expectAccessible(page, { state: 'week' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone: “Opened in spring” has its former time again.')).toBeVisible();
  await expect(getDayLink('Sunday 30 March, 0 changes')).toBeVisible();
  await expect(day).toContainText('Opened in spring');

  const [site] = await Promise.all([
    context.waitForEvent('page'),
    day.getByRole('button', { name: 'Show the site' }).press('Enter'),
  ]);
  await expect(site.getByText('The site as of 29 Mar 2031, 23:59 (Europe/London, GMT)')).toBeVisible();
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  const [own] = await Promise.all([
    context.waitForEvent('page'),
    day.getByRole('link', { name: /^Show its page then/ }).press('Enter'),
  ]);
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Opened in spring');
});

test('the calendar works without JavaScript, and is a list on a phone', async ({ browser, studioSite }) => {
  const context = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(context, studioSite);
  await schedulePage(studioSite, 'Opened in June', '2031-06-30T11:00:00Z');
  await schedulePage(studioSite, 'Opened after May', '2031-06-01T11:00:00Z');
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/studio/calendar?month=2031-05');
  await expect(page.getByRole('link', { name: 'Opened after May' })).toBeVisible();
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByRole('link', { name: 'Monday 30 June, 1 change' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sunday 29 June, 0 changes' })).toBeHidden();
  await expect(page.getByRole('main')).toHaveJSProperty('scrollWidth', 320);
  await page.getByRole('link', { name: 'Monday 30 June, 1 change' }).click();
  await expect(page.getByRole('link', { name: 'Opened in June', exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'A day earlier: Opened in June' }).click();
  await expect(page.getByText('Moved “Opened in June” to 29 Jun 2031, 12:00.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Monday 30 June' })).toContainText('Scheduled 12:00');
  await context.close();
});
