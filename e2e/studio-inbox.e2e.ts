import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { outbox, submissions } from '../api/db/tables.ts';
import { makeFile, makeSubmission } from '../testing/message-makers.ts';
import { expectAccessible, narrow } from './axe.ts';
import { holdRequests } from './browser.ts';
import { expect, holdStudioCode, signIn, test } from './studio-site.ts';

// The inbox of the Studio: reading, acting on and answering what visitors wrote.

const hostile = `<img src=x onerror=alert(1)> \u202e evil \u2066 ${'x'.repeat(3_000)} שלום`;

async function openMessage(page: Page, reference: string): Promise<void> {
  await page.goto(`/studio/inbox/${reference}`);
  await expect(page.getByRole('article')).toBeVisible();
}

const findField = (page: Page) => page.getByLabel('Your answer');

test.beforeEach(async ({ studioSite }) => {
  await studioSite.database.db.delete(submissions);
});

test('a message is found, assigned, tagged, noted, closed and opened again', async ({ page, context, studioSite }) => {
  const { name } = await signIn(context, studioSite, 'OPERATOR');
  const { reference } = await makeSubmission(studioSite.database, { name: 'Ada Weir', message: 'Three racks please' });
  await makeSubmission(studioSite.database, { name: 'Bo' });
  await page.goto('/studio/inbox');
  const list = page.getByRole('list', { name: 'Messages' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('searchbox').fill('RACKS');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: /Ada Weir/ }).click();
  await expect(page).toHaveURL(new RegExp(`/studio/inbox/${reference}\\?q=RACKS`));
  await expect(list.getByText('Unread:')).toHaveCount(0);
  await page.getByLabel('Assigned to').selectOption({ label: name });
  await expect(page.getByText('1 message assigned.')).toBeVisible();
  await page.getByLabel('Add a tag').fill('urgent, racks');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove the tag urgent' })).toBeVisible();
  await page.getByText('Add a note for colleagues').click();
  await page.getByLabel('Note').fill('I called her.');
  // A button whose question was answered by staying asks again.
  const leave = page.getByRole('button', { name: 'Everything about this person' });
  const stay = page.getByRole('dialog').getByRole('button', { name: 'Stay' });
  for (let times = 0; times < 2; times++) {
    await expect(async () => {
      await leave.click();
      await expect(stay).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await stay.click();
  }
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('I called her.');
  await page.getByRole('button', { name: 'Done', exact: true }).last().click();
  await expect(page.getByText('1 message marked as done.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await expectAccessible(page, { state: 'a message', at: narrow });
});

test('an answer survives a reload, is shared with a second tab, sent in the thread, and kept with the message', async ({
  page,
  context,
  studioSite,
}) => {
  await signIn(context, studioSite, 'OWNER');
  const { id, reference } = await makeSubmission(studioSite.database, { name: 'Ada Weir' });
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto(`/studio/inbox/${reference}`, { waitUntil: 'commit' });
  await findField(page).fill('Typed before the code.');
  release();
  await page.getByRole('button', { name: 'Ask for details' }).click();
  await expect(findField(page)).toHaveValue(/^Typed before the code\.\n\nThank you for your message\./);
  await findField(page).fill('Hello Ada,\n\nwe can come on Tuesday.');
  await page.reload();
  await expect(findField(page)).toHaveValue('Hello Ada,\n\nwe can come on Tuesday.');
  const second = await context.newPage();
  await openMessage(second, reference);
  await expect(findField(second)).toHaveValue('Hello Ada,\n\nwe can come on Tuesday.');
  await findField(second).fill('Hello Ada,\n\nwe can come on Wednesday.');
  await findField(page).focus();
  await expect(findField(page)).toHaveValue('Hello Ada,\n\nwe can come on Wednesday.');
  await findField(page).fill('Hello Ada,\n\nwe can come on Tuesday.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your answer is on its way.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('we can come on Tuesday.');
  await expect(findField(page)).toHaveValue('Hello Ada,\n\n');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  const [mail] = await studioSite.database.db.select().from(outbox).where(eq(outbox.submissionId, id));
  expect(mail).toMatchObject({ fromName: expect.stringMatching(/^Grace Hopper of /), recipient: 'ada@example.org' });
  expect(mail?.subject).toContain(reference);
  await page.reload();
  await expect(findField(page)).toHaveValue('Hello Ada,\n\n');
});

test('two people who answer at once are both told, and the second is asked before anything is sent', async ({
  page,
  context,
  browser,
  studioSite,
}) => {
  await signIn(context, studioSite, 'OWNER', 'Grace Hopper');
  const others = await browser.newContext({ baseURL: studioSite.address });
  await signIn(others, studioSite, 'OPERATOR', 'Ada Lovelace');
  const { id, reference } = await makeSubmission(studioSite.database, { name: 'Bo' });
  const second = await others.newPage();
  await openMessage(page, reference);
  await openMessage(second, reference);
  await findField(page).fill('Grace answers.');
  await findField(second).fill('Ada answers.');
  await expect(page.getByText(/Ada Lovelace is writing an answer/)).toBeVisible({ timeout: 15_000 });
  await expect(second.getByText(/Grace Hopper is writing an answer/)).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your answer is on its way.')).toBeVisible();
  // The news arrive by themselves; what was typed stays, and waits until the other answer was read.
  await expect(second.getByText(/Something happened to this message/)).toBeVisible({ timeout: 15_000 });
  await expect(second.getByRole('list', { name: 'Timeline' })).toContainText('Grace answers.');
  await expect(findField(second)).toHaveValue('Ada answers.');
  await expect(second.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  expect(await studioSite.database.db.$count(outbox, eq(outbox.submissionId, id))).toBe(1);
  await second.getByRole('button', { name: 'I have read it' }).click();
  await second.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(second.getByText('Your answer is on its way.')).toBeVisible();
  expect(await studioSite.database.db.$count(outbox, eq(outbox.submissionId, id))).toBe(2);
  await others.close();
});

test('messages are read, closed and answered by keyboard alone', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  const old = { heardAt: new Date(Date.now() - 60_000) };
  await makeSubmission(studioSite.database, { name: 'Older', ...old });
  const newer = await makeSubmission(studioSite.database, { name: 'Newer' });
  await page.goto('/studio/inbox');
  await page.getByRole('link', { name: /Newer/ }).focus();
  // The keys act as soon as the page's code has arrived.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: /Older/ })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(newer.reference));
  await expect(page.getByRole('heading', { level: 1, name: 'Newer' })).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText('1 message assigned to you.')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('1 message marked as done.')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'Older' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(findField(page)).toBeFocused();
  await page.keyboard.type('An answer with e and s in it.');
  await expect(findField(page)).toHaveValue('Hello Older,\n\nAn answer with e and s in it.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Your answer is on its way.')).toBeVisible();
});

test('several messages are acted on at once, and the act is undone', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  for (const name of ['One', 'Two', 'Three']) await makeSubmission(studioSite.database, { name });
  const release = await holdStudioCode(page);
  await page.goto('/studio/inbox', { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: 'Select the message of One' }).check();
  release();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select the message of Two' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 selected')).toBeVisible();
  const bar = page.getByRole('group', { name: 'Acts on the selected messages' });
  await expectAccessible(page, { state: 'the bar of a selection', at: narrow });
  await bar.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('2 messages marked as done.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1);
  // News reload the list, and the act can still be undone.
  await makeSubmission(studioSite.database, { name: 'Four' });
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(4);
});

test('a new message appears without a reload, and the rail counts it', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/inbox');
  await expect(page.getByText('Nothing waits for an answer')).toBeVisible();
  await expectAccessible(page, { state: 'an empty inbox', at: narrow });
  await page.waitForTimeout(1_000);
  await makeSubmission(studioSite.database, { name: 'New Visitor' });
  await expect(page.getByRole('link', { name: /New Visitor/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('link', { name: /^Inbox 1 open messages/ }).first()).toBeAttached();
});

test('a hostile message is shown as text, within the screen', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  const { id, reference } = await makeSubmission(studioSite.database, {
    name: hostile.slice(0, 120),
    message: hostile,
  });
  await makeFile(studioSite.database, {
    submissionId: id,
    name: `${'long '.repeat(20)}.xlsm`,
    contentType: 'text/html',
  });
  page.on('dialog', () => expect('a dialog').toBe('none'));
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await openMessage(page, reference);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
  await expect(page.getByText(/It can contain macros/)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is read, assigned, noted, answered and closed', async ({ page, context, studioSite }) => {
    const { name } = await signIn(context, studioSite, 'OPERATOR');
    const { id, reference } = await makeSubmission(studioSite.database, { name: 'Ada Weir' });
    await page.goto('/studio/inbox');
    await page.getByRole('link', { name: /Ada Weir/ }).click();
    await page.getByLabel('Assigned to').selectOption({ label: name });
    await page.getByRole('button', { name: 'Assign', exact: true }).last().click();
    await expect(page.getByText('1 message assigned.')).toBeVisible();
    await page.getByText('Save as a template').click();
    await page.getByLabel('Name of the template').fill('Price');
    await page.getByLabel('Text of the template').fill('It costs 1 €.');
    await page.getByRole('button', { name: 'Save the template' }).click();
    await expect(page.getByRole('link', { name: 'Price', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Suggest a call' }).click();
    await expect(findField(page)).toHaveValue(/easier to discuss/);
    await page.getByRole('button', { name: 'Send and mark as done' }).click();
    await expect(page.getByText('Your answer is on its way.')).toBeVisible();
    expect(await studioSite.database.db.$count(outbox, eq(outbox.submissionId, id))).toBe(1);
    await page.goto(`/studio/inbox/${reference}`);
    await expect(page.getByRole('article').getByText('Done', { exact: true }).first()).toBeVisible();
  });

  test('an answer that somebody else was faster with is shown again, and sent after the other was read', async ({
    page,
    context,
    studioSite,
    expectComplaint,
  }) => {
    expectComplaint(/409/);
    await signIn(context, studioSite, 'OPERATOR');
    const { id, reference } = await makeSubmission(studioSite.database, { name: 'Ada Weir' });
    const others = await context.browser()?.newContext({ baseURL: studioSite.address });
    if (!others) throw new Error('There is no browser');
    await signIn(others, studioSite, 'OWNER', 'Grace Hopper');
    const second = await others.newPage();
    await second.goto(`/studio/inbox/${reference}`);
    await page.goto(`/studio/inbox/${reference}`);
    await findField(second).fill('Grace answers.');
    await second.getByRole('button', { name: 'Send', exact: true }).click();
    await findField(page).fill('Mine.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(/Grace Hopper has answered this message meanwhile/)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Grace answers.');
    await expect(findField(page)).toHaveValue('Mine.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Your answer is on its way.')).toBeVisible();
    expect(await studioSite.database.db.$count(outbox, eq(outbox.submissionId, id))).toBe(2);
    await others.close();
  });
});
