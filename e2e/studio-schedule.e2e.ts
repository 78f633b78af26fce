import { expectAccessible, narrow } from './axe.ts';
import { createArticle, expect, publish, test, waitForSave } from './studio-site.ts';

test.use({ timezoneId: 'America/New_York' });

test('a withdrawal and a next text are scheduled by keyboard, moved, cancelled, and shown in list and calendar', async ({
  editorPage: page,
  request,
  expectComplaint,
}) => {
  expectComplaint(/400/);
  const address = await createArticle(page, 'Open until May');
  await waitForSave(page);
  await publish(page);

  const field = page.getByLabel('Withdraw at');
  await expect(
    page.getByText(/Europe\/London, the time zone of the site\. This device uses America\/New_York/).last(),
  ).toBeVisible();
  await field.fill('2031-05-06T09:30');
  await expect(page.getByText('On this device, in America/New_York: Tue 6 May 2031, 04:30.')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule the withdrawal' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Scheduled for Tue 6 May 2031, 09:30 in Europe/London.')).toBeVisible();
  await expect(page.getByText('· withdrawal scheduled')).toBeVisible();
  expect((await request.get('/blog/open-until-may')).status()).toBe(200);

  await page.getByLabel('Publish this draft at').fill('2031-05-07T09:30');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(
    page.getByText('The entry will be withdrawn by then. Move or cancel its withdrawal first.'),
  ).toBeVisible();
  await expectAccessible(page, { state: 'a refused schedule', at: narrow });
  await page.getByLabel('Withdrawn at').fill('2031-06-01T12:00');
  await page.getByRole('button', { name: 'Move the withdrawal' }).click();
  await expect(page.getByText('Scheduled for Sun 1 Jun 2031, 12:00 in Europe/London.')).toBeVisible();
  await page.getByLabel('Publish this draft at').fill('2031-05-07T09:30');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByLabel('Next text goes public at')).toHaveValue('2031-05-07T09:30');

  await expectAccessible(page, { state: 'schedules', at: narrow });

  await page.goto(`${address}/withdraw`);
  await expect(page.getByText('No page of the site links here.')).toBeVisible();
  await expectAccessible(page, { state: 'withdrawing' });
  await page.getByRole('button', { name: 'Withdraw now' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);

  await page.goto('/studio/content?state=SCHEDULED&q=until');
  await expect(page.getByText('· withdrawal scheduled')).toBeVisible();
  await page.goto('/studio/calendar?month=2031-06');
  await expect(page.getByRole('table').getByRole('listitem').filter({ hasText: 'Open until May' })).toContainText(
    'Withdrawal 12:00',
  );

  await page.goto(address);
  await page.getByRole('button', { name: 'Cancel the next text' }).click();
  await expect(page.getByText('Cancelled. The text is a draft again.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await expect(page.getByText('The withdrawal is cancelled.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo cancelling the schedule/ }).click();
  await expect(page.getByText('· withdrawal scheduled')).toBeVisible();

  await page.getByRole('link', { name: 'Withdraw…' }).click();
  await page.getByRole('button', { name: 'Withdraw now' }).click();
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  await expect.poll(async () => (await request.get('/blog/open-until-may')).status()).toBe(410);
});
