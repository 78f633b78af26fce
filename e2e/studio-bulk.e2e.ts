import type { Page } from '@playwright/test';
import { expectAccessible, narrow } from './axe.ts';
import { createArticle, expect, holdStudioCode, signIn, test, waitForSave } from './studio-site.ts';

const list = '/studio/content?type=BLOG&state=PUBLISHED&sort=title';

const getCheckboxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ });

/** Opens the list, and waits until its keys work. Returns the titles of the first rows. */
async function openList(page: Page): Promise<string[]> {
  await page.goto(list);
  const links = page.locator('tbody th a');
  await expect(async () => {
    await links.first().focus();
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused({ timeout: 300 });
  }).toPass();
  return links.allTextContents();
}

/** Waits until the plan lists this number of entries, and returns their paths. */
async function readPaths(page: Page, count: number): Promise<string[]> {
  const listed = page.locator('main li > span');
  await expect(listed).toHaveCount(count);
  return listed.allTextContents();
}

test('entries are selected by keyboard, withdrawn after a typed count, and shown again by one undo', async ({
  editorPage: page,
  request,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const titles = await openList(page);
  await page.locator('tbody th a').first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 entries selected')).toBeVisible();
  for (const index of [0, 1, 2]) await expect(getCheckboxes(page).nth(index)).toBeChecked();
  await page.getByRole('button', { name: 'Withdraw…' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdraw entries');
  await expect(page.getByText('3 entries will change.')).toBeVisible();
  for (const title of titles.slice(0, 3)) await expect(page.getByRole('link', { name: title })).toBeVisible();
  const paths = await readPaths(page, 3);
  for (const path of paths) expect((await request.get(path)).status()).toBe(200);

  await page.getByLabel('Type 3 to withdraw 3 entries').fill('2');
  await page.getByRole('button', { name: 'Withdraw 3 entries' }).click();
  await expect(page.getByText('3 entries would change, not 2.')).toBeVisible();
  await expectAccessible(page, { state: 'another count', at: narrow });
  for (const path of paths) expect((await request.get(path)).status()).toBe(200);

  await page.getByLabel('Type 3 to withdraw 3 entries').fill('3');
  await page.getByRole('button', { name: 'Withdraw 3 entries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrew 3 entries');
  for (const path of paths) await expect.poll(async () => (await request.get(path)).status()).toBe(410);
  await page.getByRole('button', { name: `Undo ${titles[0]}` }).click();
  await expect(page.getByRole('heading', { name: 'Undone (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo everything' }).click();
  await expect(page.getByRole('heading', { name: 'Undone (3)' })).toBeVisible();
  for (const path of paths) await expect.poll(async () => (await request.get(path)).status()).toBe(200);

  await page.goto('/studio/content/bulk');
  await expect(page.getByRole('link', { name: 'Withdrew 3 entries' })).toBeVisible();
});

test('a whole page is selected at once, the selection is kept on other pages, and a later change is left out', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const { userId } = await signIn(context, studioSite);
  await page.goto('/studio/content?sort=title');
  const all = page.getByLabel('Select all on this page');
  await expect(async () => {
    await all.check();
    await expect(page.getByText('25 entries selected')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(getCheckboxes(page).first()).not.toBeChecked();
  await getCheckboxes(page).first().click();
  await getCheckboxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('28 entries selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select none' }).click();
  await getCheckboxes(page).first().check();
  await getCheckboxes(page).nth(1).check();
  const [changed, kept] = await page.locator('tbody th a').allTextContents();
  await studioSite.database.pool.query(
    `update entries set version = version + 1 where id = (
      select entry_id from revisions where title = $1 and $2::int > 0 limit 1)`,
    [changed, userId],
  );
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  await expect(page.getByText('Somebody has changed it since you selected it.')).toBeVisible();
  await expect(page.getByText('1 entry will change.')).toBeVisible();
  const stays = page.getByRole('region', { name: 'What will stay as it is' });
  await expect(stays.getByRole('link', { name: changed ?? '' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'What will change' }).getByRole('link', { name: kept ?? '' }),
  ).toBeVisible();
  await expectAccessible(page, { state: 'a plan with an entry that stays', at: narrow });
});

test('publishing is offered for a selection with a text that visitors do not see yet', async ({ editorPage: page }) => {
  await createArticle(page, 'Not published yet');
  await waitForSave(page);
  await openList(page);
  const publish = page.getByRole('button', { name: 'Publish…' });
  // The bar appears with the first selection.
  const actions = ['Publish…', 'Withdraw…', 'Categorise…'].map((name) => page.getByRole('button', { name }));
  for (const action of actions) await expect(action).toHaveCount(0);
  await getCheckboxes(page).first().check();
  await expect(page.getByText('1 entry selected; visitors already see this text')).toBeVisible();
  await getCheckboxes(page).nth(1).check();
  await expect(page.getByText('2 entries selected; visitors already see these texts')).toBeVisible();
  await expect(publish).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeEnabled();
  // What is selected on another page counts too.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Drafts' }).click();
  await page.getByRole('checkbox', { name: 'Select Not published yet' }).check();
  await expect(page.getByText('3 entries selected')).toHaveText('3 entries selected');
  for (const action of [publish, page.getByRole('button', { name: 'Withdraw…' })]) await expect(action).toBeEnabled();
  await publish.click();
  await expect(page.getByText('Visitors already see this text.')).toHaveCount(2);
  await expect(page.getByText('1 entry will change.')).toBeVisible();
});

test('boxes that were checked before the page’s code had arrived are selected', async ({ editorPage: page }) => {
  for (const choose of [getCheckboxes(page).nth(1), page.getByLabel('Select all on this page')]) {
    const release = await holdStudioCode(page);
    await page.goto(list, { waitUntil: 'commit' });
    await choose.check();
    await expect(page.getByText(/entr(?:y|ies) selected/)).toHaveCount(0);
    release();
    await expect(page.getByText(/entr(?:y|ies) selected/)).toBeVisible();
    await expect(choose).toBeChecked();
  }
});

test('the list, the plan, the report and the last actions are accessible, and fit a narrow phone', async ({
  page,
  context,
  studioSite,
}) => {
  test.setTimeout(180_000);
  await signIn(context, studioSite);
  await openList(page);
  await page.getByLabel('Select all on this page').check();
  await getCheckboxes(page).first().uncheck();
  await getCheckboxes(page).nth(1).uncheck();
  await expectAccessible(page, { state: 'a list with a selection' });
  await page.getByLabel('New category').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Categorise…' }).click();
  const field = page.getByLabel(/^Type \d+ to categorise/);
  await expect(field).toBeVisible();
  await expectAccessible(page, { state: 'a plan' });
  const [, count = ''] = /^Type (\d+)/.exec((await page.locator('main label').first().textContent()) ?? '') ?? [];
  await field.fill(count);
  await page.getByRole('button', { name: /^Categorise \d/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Categorised/);
  await expectAccessible(page, { state: 'a report' });
  await page.getByRole('button', { name: 'Undo everything' }).click();
  await expect(page.getByRole('heading', { name: /^Undone/ })).toBeVisible();
  await page.goto('/studio/content/bulk?kind=PUBLISH');
  await expect(page.getByText('No entries are selected.')).toBeVisible();
  await expectAccessible(page, { state: 'the last actions' });
});

test('a user who may not publish has a list without check boxes', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'AUTHOR');
  await page.goto(list);
  await expect(page.locator('tbody th a').first()).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publish…' })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('entries are selected, withdrawn after a typed count, and shown again', async ({
    editorPage: page,
    request,
    expectComplaint,
  }) => {
    expectComplaint(/409/);
    await page.goto(list);
    await expect(page.getByText('Keys in the list')).toBeHidden();
    await getCheckboxes(page).nth(3).check();
    await getCheckboxes(page).nth(4).check();
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    const paths = await readPaths(page, 2);
    await page.getByLabel('Type 2 to withdraw 2 entries').fill('1');
    await page.getByRole('button', { name: 'Withdraw 2 entries' }).click();
    await expect(page.getByText('2 entries would change, not 1.')).toBeVisible();
    await page.getByLabel('Type 2 to withdraw 2 entries').fill('2');
    await page.getByRole('button', { name: 'Withdraw 2 entries' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrew 2 entries');
    for (const path of paths) await expect.poll(async () => (await request.get(path)).status()).toBe(410);
    await page.getByRole('button', { name: 'Undo everything' }).click();
    await expect(page.getByRole('heading', { name: 'Undone (2)' })).toBeVisible();
    for (const path of paths) await expect.poll(async () => (await request.get(path)).status()).toBe(200);
  });
});
