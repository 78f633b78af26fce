import type { Locator, Page } from '@playwright/test';
import { createApiContext } from '../testing/api-context.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { expectAccessible } from './axe.ts';
import { expect, getPublishButton, publish, signIn, test, waitForSave, waitForVisitors } from './studio-site.ts';

// Pages as lists of sections.

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('a page is composed of sections by keyboard alone, previewed and published', async ({ page, request }) => {
  await page.goto('/studio/content/new/PAGE');
  // Until the page's code has arrived, the browser says it in a bubble.
  await expect(async () => {
    await page.getByRole('button', { name: 'Create a draft' }).press('Enter');
    await expect(page.getByText('Fill in this field.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel('Title')).toBeFocused();
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
  await expect(palette).toBeHidden();

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
  // Each section keeps its elements, so that somebody who writes in one keeps the cursor while another moves.
  const elements = await cards.elementHandles();
  await cards.last().getByRole('button', { name: 'Move Text “Our soil” up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Text “Our soil” up' })).toBeFocused();
  for (const element of elements) expect(await element.evaluate((card) => card.isConnected)).toBe(true);
  await expect(list.getByText('Text “Our soil” is now 2 of 3.')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(cards.locator('> details > summary')).toHaveText([/Our soil/, /Through the year/, /Come and see/]);

  // Copied, changed and hidden; and one removed and given back.
  await cards
    .nth(1)
    .getByRole('button', { name: /^Copy: / })
    .press('Enter');
  await expect(cards.nth(2).locator('> details > summary')).toBeFocused();
  await cards.nth(2).getByLabel('Title').first().fill('Never in July');
  await cards
    .nth(2)
    .getByRole('button', { name: /^Hide: / })
    .press('Enter');
  await expect(cards.nth(2).locator('> details > summary')).toContainText('Hidden');
  await cards
    .nth(3)
    .getByRole('button', { name: /^Remove: / })
    .press('Enter');
  await expect(cards).toHaveCount(3);
  const undo = list.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(cards.nth(3).locator('> details > summary')).toBeFocused();
  await expect(cards.nth(3).locator('> details > summary')).toContainText('Come and see');
  await waitForSave(page);
  await expectAccessible(page, { state: 'sections' });

  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('heading', { name: 'Our soil' })).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Never in July' })).toHaveCount(0);
  await publish(page);
  const readPage = async () => (await request.get('/how-we-grow')).text();
  await waitForVisitors(readPage, 'Chalk, and much of it.');
  expect(await readPage()).toMatch(/Our soil.*Through the year.*We prune.*Come and see/s);
  expect(await readPage()).not.toContain('Never in July');
});

/** More than three sections are folded at first. */
const sections = [
  { id: 'opening', kind: 'hero', heading: 'Apples by post', lede: 'From four thousand trees.' },
  { id: 'soil', kind: 'text', title: 'Our soil', text: 'Chalk, and much of it.\n\nRoots go deep.\n' },
  { id: 'year', kind: 'steps', title: 'Through the year', steps: [{ title: 'We prune', text: 'On dry days.' }] },
  { id: 'said', kind: 'quotes', title: 'Said about us', quotes: [{ text: 'Crisp.', name: 'Mary Ash' }] },
  { id: 'visit', kind: 'action', title: 'Come and see', actions: [{ label: 'Visit', target: '/contact-us' }] },
];

/** Opens a new page with five folded sections, and returns their cards. */
async function openFolded(page: Page, site: ContentSite): Promise<Locator> {
  const ctx = createApiContext(site.database.db, site.dataDir);
  const editor = createHttpStudioClient(site.address, (await makeUser(ctx, 'EDITOR')).token);
  const { id } = await editor.call('createEntry', { type: 'PAGE', title: 'Where the apples grow' });
  const { version, content } = await editor.call('openEntry', { id });
  await editor.call('saveDraft', { id, version, content: { ...content, summary: 'A page', fields: { sections } } });
  await page.goto(`/studio/content/${id}`);
  const cards = page.locator('[data-item]');
  await expect(cards).toHaveCount(5);
  await expect(page.locator('[data-item] details[open]')).toHaveCount(0);
  // Without a script the browser unfolds a section, so its form is in the page until the script runs.
  await expect(cards.getByRole('textbox', { includeHidden: true })).toHaveCount(0);
  return cards;
}

test('a section is dragged by its handle, and a point of the check unfolds the section of its field', async ({
  page,
  studioSite,
}) => {
  const cards = await openFolded(page, studioSite);
  // Dropped below the second section.
  await cards.first().locator('[data-handle]').hover();
  await page.mouse.down();
  const below = await cards.nth(1).boundingBox();
  if (!below) throw new Error('The second section is not shown');
  await page.mouse.move(below.x + 10, below.y + below.height - 4, { steps: 5 });
  await page.mouse.up();
  await expect(cards.locator('> details > summary')).toHaveText([
    /Our soil/,
    /Apples by post/,
    /Through/,
    /Said/,
    /Come and see/,
  ]);
  await waitForSave(page);

  await cards.nth(2).locator('> details > summary').click();
  await cards.nth(2).getByRole('group', { name: 'Steps' }).locator('summary').first().click();
  const text = cards.nth(2).getByLabel('Text', { exact: true });
  await text.fill('');
  await waitForSave(page);
  // The preview shows the other sections, and says what this one lacks.
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByText(/^Steps “Through the year”, step 1, text: /)).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Come and see' })).toBeVisible();
  await expect(preview.getByText('We prune')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fold all', exact: true }).click();
  await getPublishButton(page).click();
  await page.getByRole('button', { name: /^Steps “Through the year”, step 1, text: / }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expect(cards.nth(2).locator('> details > summary')).toContainText('1 problem');
});

test('a press in the preview unfolds the form of a section, and a button shows a section in the preview', async ({
  page,
  studioSite,
}) => {
  const cards = await openFolded(page, studioSite);
  await expect(cards.nth(1)).toContainText('Chalk, and much of it. Roots go deep.');

  const preview = page.frameLocator('iframe[data-shown]');
  await preview.getByText('Roots go deep.').click();
  await expect(cards.nth(1).locator('> details > summary')).toBeFocused();
  await expect(cards.nth(1).getByLabel('Title')).toHaveValue('Our soil');
  await expect(page.locator('[data-item] details[open]')).toHaveCount(1);
  await cards.last().locator('> details > summary').click();
  await cards
    .last()
    .getByRole('button', { name: /^Show in preview: / })
    .click();
  await expect(preview.getByRole('heading', { name: 'Come and see' })).toBeInViewport();
});
