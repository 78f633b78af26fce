import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../api/db/studio-tables.ts';
import { expectAccessible } from './axe.ts';
import { expect, signIn, signInAs, test } from './studio-site.ts';

/** Reads some names in the order of the list. Other tests add items of their own. */
async function readNames(page: Page, names = ['Trees', 'Fruit', 'Cider']): Promise<string[]> {
  const all = await page.getByRole('table', { name: 'The list in its order' }).getByRole('link').allTextContents();
  return all.filter((name) => names.includes(name));
}

test('categories are added, moved by keyboard, merged and brought back, visitors follow, and a portrait is chosen', async ({
  editorPage: page,
  request,
}) => {
  await page.goto('/studio/lists?add=yes');
  await page.getByLabel('Name').fill('Cider');
  await page.getByLabel('Description').fill('What becomes of an apple that nobody eats.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('status').getByText('Added “Cider”.')).toBeVisible();
  await expect.poll(() => readNames(page)).toEqual(['Trees', 'Fruit', 'Cider']);
  // The form is empty for the next category, and other acts leave what is typed in it.
  const next = page.getByLabel('Name');
  await expect(next).toHaveValue('');
  await next.fill('Typed meanwhile');
  await page.getByRole('button', { name: 'Move Cider up' }).press('Enter');
  await expect.poll(() => readNames(page)).toEqual(['Trees', 'Cider', 'Fruit']);
  await expect(page.getByRole('button', { name: 'Move Cider up' })).toBeFocused();
  await page.getByRole('button', { name: 'Hide Cider' }).click();
  await expect(page.getByRole('row', { name: /^Cider/ })).toContainText('Hidden');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Cider/ })).not.toContainText('Hidden');
  await expect(next).toHaveValue('Typed meanwhile');
  await next.fill('');

  await page.getByRole('link', { name: 'Fruit' }).click();
  const article = page.getByRole('list', { name: 'Where it is used' }).getByRole('link').first();
  await expect(article).toBeVisible();
  await expectAccessible(page, { state: 'an item of a list', at: [320, 1280] });
  const description = page.getByLabel('Description');
  await description.fill('Not saved.');
  await page.getByLabel('Merge into').selectOption('Cider');
  await page.getByRole('button', { name: 'Merge' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(description).toHaveValue('Not saved.');
  await page.getByRole('button', { name: 'Merge' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => readNames(page)).toEqual(['Trees', 'Cider']);
  const readAddress = async () => (await request.get('/blog-category/fruit')).url();
  await expect.poll(readAddress).toMatch(/\/blog-category\/cider$/);
  const result = page.getByRole('status').filter({ hasText: 'Merged “Fruit” into “Cider”.' });
  await result.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readNames(page)).toEqual(['Trees', 'Cider', 'Fruit']);
  await expect.poll(readAddress).toMatch(/\/blog-category\/fruit$/);

  await page.goto('/studio/team');
  await page.getByRole('link', { name: 'Béla Őry' }).click();
  const portrait = page.getByLabel('Portrait');
  const former = await portrait.inputValue();
  await page.getByRole('button', { name: 'Choose a picture…' }).click();
  await page.getByRole('dialog').locator('li').getByRole('button').last().click();
  await expect(portrait).not.toHaveValue(former);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed the portrait of “Béla Őry”.')).toBeVisible();
});

test('a person leaves, without JavaScript, and the articles keep the name', async ({
  browser,
  request,
  studioSite,
}) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite);
  const page = await plain.newPage();
  await page.goto('/studio/team');
  await page.getByRole('button', { name: 'Move Béla Őry up' }).click();
  expect(await readNames(page, ['Béla Őry', 'Ada Whitcombe'])).toEqual(['Béla Őry', 'Ada Whitcombe']);
  await page.getByRole('link', { name: 'Ada Whitcombe' }).click();
  const wrote = page.getByRole('list', { name: 'What they wrote' }).getByRole('link');
  await expect(wrote.first()).toBeVisible();
  await page.getByLabel('Portrait').fill('?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Portrait')).toHaveAccessibleDescription(/must be the name of a picture/);
  await page.getByLabel('Portrait').fill('');
  await page.getByLabel('Left on').fill('2026-01-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed the day of leaving of “Ada Whitcombe”.')).toBeVisible();
  const readText = async (path: string) => (await request.get(path)).text();
  await expect.poll(() => readText('/about-us')).not.toContain('Ada Whitcombe');
  await expect.poll(() => readText('/blog/a-year-in-the-orchard')).toContain('formerly Head of trees');
  await plain.close();
});

test('what was typed outlives the session, which is renewed over the page, and leaving it asks first', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/);
  const { userId } = await signIn(context, studioSite);
  await page.goto('/studio/team');
  await page.getByRole('link', { name: 'Béla Őry' }).click();
  const asksBeforeItEnds = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asksBeforeItEnds()).toBe(false);
  const text = page.getByLabel('Text (Markdown)');
  await text.fill('Typed before the session ended.');
  expect(await asksBeforeItEnds()).toBe(true);
  await page.getByRole('main').getByRole('link', { name: 'People' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page, { state: 'leaving typed words', at: [320, 1280] });
  await question.getByRole('button', { name: 'Stay' }).click();

  await studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await expect(text).toHaveValue('Typed before the session ended.');
  expect(await asksBeforeItEnds()).toBe(true);
  // After a sign-in in another tab, closing the dialog sends the form again.
  await signInAs(context, studioSite, userId);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^Changed the .* of “Béla Őry”\.$/)).toBeVisible();
  // The form has what was stored once the screen is loaded again.
  await expect(page.locator('#screen')).toHaveAttribute('aria-busy', 'false');
  expect(await asksBeforeItEnds()).toBe(false);
  await text.fill('Not sent.');
  await page.getByRole('main').getByRole('link', { name: 'People' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'Béla Őry' }).click();
  await expect(text).toHaveValue('Typed before the session ended.');
});

test('two people drag interests at once, and a visitor who remembers a merged one has the other', async ({
  editorPage: page,
  browser,
  studioSite,
}) => {
  const others = await browser.newContext({ baseURL: studioSite.address });
  await signIn(others, studioSite);
  const other = await others.newPage();
  for (const each of [page, other]) await each.goto('/studio/lists?list=INTEREST');
  const drag = (each: Page, name: string, to: string, y: number) =>
    each
      .locator('tr', { hasText: name })
      .locator('[data-handle]')
      .dragTo(each.locator('tr', { hasText: to }), { targetPosition: { x: 8, y } });
  await Promise.all([drag(page, 'Markets', 'Pruning', 4), drag(other, 'Pruning', 'Storage', 30)]);
  for (const each of [page, other]) await expect(each.getByRole('status').getByText(/^Moved/)).toBeVisible();
  for (const each of [page, other]) {
    await each.reload();
    const names = each.getByRole('table', { name: 'The list in its order' }).getByRole('link');
    await expect(names).toHaveText(['Markets', 'Soil', 'Weather', 'Storage', 'Pruning']);
  }

  // The second press does not wait for the answer to the first.
  await page.getByRole('button', { name: 'Move Pruning up' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Moved “Pruning”' })).toHaveCount(3);
  await page.reload();
  await expect.poll(() => readNames(page, ['Soil', 'Pruning', 'Weather'])).toEqual(['Soil', 'Pruning', 'Weather']);

  await other.getByRole('link', { name: 'Soil' }).click();
  await other.getByLabel('Description').fill('Typed while somebody else merges it');
  const visitor = await (await browser.newContext({ baseURL: studioSite.address })).newPage();
  await visitor.addInitScript(() =>
    localStorage.setItem('userCategories', JSON.stringify([{ kind: 'interest', slug: 'soil' }])),
  );
  await page.getByRole('link', { name: 'Soil' }).click();
  await page.getByLabel('Merge into').selectOption('Weather');
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Merged “Soil” into “Weather”.')).toBeVisible();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Somebody may have merged or removed it.')).toBeVisible();
  await expect(other.getByLabel('Description')).toHaveValue('Typed while somebody else merges it');
  await expect(async () => {
    await visitor.goto('/?interest=soil');
    await expect(visitor).toHaveURL(`${studioSite.address}/?interest=weather`, { timeout: 1_000 });
  }).toPass();
  await expect(visitor.locator('#recommended').getByRole('status')).toContainText('This device remembers it.');
  await expect(visitor.locator('form').getByLabel('Weather')).toBeChecked();
  await visitor.context().close();
  await others.close();
});
