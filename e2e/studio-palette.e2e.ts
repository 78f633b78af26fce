import { expectAccessible } from './axe.ts';
import { createArticle, expect, getPublishButton, openEditor, signIn, test, waitForSave } from './studio-site.ts';

const name = 'Search or go to';

test('the command palette finds screens, acts and entries by keyboard alone', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  const address = await createArticle(page, 'What a surge arrester does');
  await waitForSave(page);
  await page.goto('/studio/redirects');
  const field = page.getByRole('combobox', { name });
  const options = page.getByRole('dialog').getByRole('option');
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('group', { name: 'Go to' }).getByRole('option', { name: /^Today/ })).toBeVisible();
  await expectAccessible(page, { state: 'command palette', at: [320, 1280] });
  await field.fill('surge arr');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // An act of the screen is led to, without leaving it.
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('publish this');
  await expect(options.first()).toHaveAccessibleName('Publish this entry');
  await page.keyboard.press('Enter');
  // Opened again before the address names the act, the palette stays.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page).toHaveURL(/#/);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(getPublishButton(page)).toBeFocused();

  for (const [text, group, found] of [
    ['ada wh', 'Lists and people', /^Ada Whitcombe/],
    ['prun', 'Lists and people', /^Pruning/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill(text);
    await expect(page.getByRole('group', { name: group }).getByRole('option', { name: found })).toBeVisible();
    await page.keyboard.press('Escape');
  }

  // An entry is copied as a new draft.
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('dupl');
  await expect(options.first()).toHaveAccessibleName('Duplicate this entry');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('What a surge arrester does (copy)');
  // A double press creates one.
  await page.getByRole('button', { name: 'Create a draft' }).dblclick();
  await expect(page.getByLabel('Summary')).toHaveValue('The summary of What a surge arrester does');
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('arrester copy');
  await expect(options.filter({ hasText: '(copy)' })).toHaveCount(1);
  // Enter waits for what is found by the typed text, here by a further word of a screen.
  await field.fill('cookies');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/privacy\/browsers$/);

  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('use');
  const first = options.first();
  await expect(first).toHaveAccessibleName(/^Users/);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();

  // Escape closes the palette, and the focus is where it was.
  const button = page.getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await field.fill('xylophone');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await expectAccessible(page, { state: 'command palette without a result', at: [320] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();

  // In a text the same keys insert a link.
  await openEditor(page, address);
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).not.toHaveAccessibleName(name);
});

test('the command palette offers what the role may do, and on a phone it is behind More', async ({
  page,
  context,
  studioSite,
}) => {
  await signIn(context, studioSite, 'READER');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/studio');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name }).click();
  await page.getByRole('combobox', { name }).fill('n');
  await expect(page.getByRole('dialog').getByRole('option', { name: /^Content/ })).toBeVisible();
  for (const refused of [/^Users/, /^New /, /^Invite/])
    await expect(page.getByRole('dialog').getByRole('option', { name: refused })).toHaveCount(0);
});
