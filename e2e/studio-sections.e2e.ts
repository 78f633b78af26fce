import { expectAccessible } from './axe.ts';
import { expect, publish, signIn, test, waitForSave } from './studio-site.ts';

// Pages as lists of sections.

test('a page is composed of sections by keyboard alone, previewed and published', async ({
  page,
  context,
  request,
  studioSite,
  expectComplaint,
}) => {
  // The preview of a section that lacks a text.
  expectComplaint(/status of 422/);
  await signIn(context, studioSite);
  await page.goto('/studio/content/new/PAGE');
  await page.getByLabel('Title').fill('How we grow');
  await page.getByLabel('Title').press('Enter');
  await page.waitForURL(/\/studio\/content\/\d+$/);
  await page.getByLabel('Summary').fill('What we do in a year');
  const list = page.getByRole('group', { name: 'Sections', exact: true });
  const cards = list.locator('[data-item]');
  const palette = page.getByRole('dialog', { name: 'Add a section' });

  /** Adds a section below the others by the first words of its kind. */
  async function add(words: string): Promise<void> {
    await list.getByRole('button', { name: 'Add a section…' }).press('Enter');
    await expect(palette.getByLabel('Find a kind')).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(cards.last().getByLabel('Title').first()).toBeFocused();
  }

  await list.getByRole('button', { name: 'Add a section…' }).press('Enter');
  await expect(palette.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, { state: 'palette of sections' });
  await page.keyboard.press('Escape');

  await add('steps');
  await page.keyboard.type('Through the year');
  await cards.first().getByLabel('Title').nth(1).fill('We prune');
  await cards.first().getByLabel('Text', { exact: true }).fill('In January, on dry days.');
  await add('call');
  await page.keyboard.type('Come and see');
  await cards.last().getByLabel('Label').fill('Visit us');
  await cards.last().getByRole('button', { name: 'Find a page…' }).press('Enter');
  await page.keyboard.type('contact');
  await page
    .getByRole('dialog', { name: 'Find a page' })
    .getByRole('button', { name: /Contact us/ })
    .press('Enter');
  await expect(cards.last().getByLabel('Target').first()).toHaveValue('/contact-us');
  await add('text');
  await page.keyboard.type('Our soil');
  const text = cards.last().locator('.cm-content');
  await text.focus();
  await page.keyboard.type('Chalk, and much of it.');
  await waitForSave(page);

  // Moved by its buttons, with words for screen readers; the focus stays with the section.
  await cards.last().getByRole('button', { name: 'Move Text “Our soil” up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Text “Our soil” up' })).toBeFocused();
  await expect(list.getByText('Text “Our soil” is now 2 of 3.')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(cards.locator('summary')).toHaveText([/Our soil/, /Through the year/, /Come and see/]);

  // Copied, changed and hidden; and one removed and given back.
  await cards
    .nth(1)
    .getByRole('button', { name: /^Copy: / })
    .press('Enter');
  await expect(cards.nth(2).locator('summary')).toBeFocused();
  await cards.nth(2).getByLabel('Title').first().fill('Never in July');
  await cards
    .nth(2)
    .getByRole('button', { name: /^Hide: / })
    .press('Enter');
  await expect(cards.nth(2).locator('summary')).toContainText('Hidden');
  await cards
    .nth(3)
    .getByRole('button', { name: /^Remove: / })
    .press('Enter');
  await expect(cards).toHaveCount(3);
  const undo = list.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(cards.nth(3).locator('summary')).toBeFocused();
  await expect(cards.nth(3).locator('summary')).toContainText('Come and see');
  await waitForSave(page);
  await expectAccessible(page, { state: 'sections' });

  await publish(page);
  expect((await request.get('/how-we-grow')).status()).toBe(200);
});
