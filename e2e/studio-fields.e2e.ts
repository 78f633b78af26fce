import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { drafts } from '../api/db/studio-tables.ts';
import type { TypeWithPages } from '../contract/content/entry-types.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { expectAccessible, narrow } from './axe.ts';
import { expect, getEntryId, getPublishButton, showDetails, signIn, test, waitForSave } from './studio-site.ts';

// The fields of an entry beside its text: charts, schematics, references, and what is wrong with them.

/** Opens an entry in the Studio, and returns its id. */
async function openEntry(page: Page, site: ContentSite, type: TypeWithPages, slug: string): Promise<number> {
  const id = await getEntryId(site, type, slug);
  await page.goto(`/studio/content/${id}`);
  await page.locator('.cm-content').waitFor();
  await showDetails(page);
  return id;
}

/** Returns the draft that the server has. */
async function readDraft({ database }: ContentSite, id: number): Promise<DraftContent | undefined> {
  const [draft] = await database.db.select().from(drafts).where(eq(drafts.entryId, id));
  return draft?.content;
}

async function pasteText(page: Page, label: string, text: string): Promise<void> {
  await page
    .getByLabel(label)
    .first()
    .evaluate((cell, plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}

test('the figures of a chart are a grid: typed by keyboard, pasted, checked and drawn', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  // The preview of a chart with a cell that is no number.
  expectComplaint(/422/);
  const id = await openEntry(page, studioSite, 'INFOGRAPHIC', 'the-harvest-in-five-charts');
  const sheet = page.getByRole('group', { name: 'Sheet 1', exact: true });
  const chart = page.getByRole('figure', { name: 'Drawing of sheet 1', exact: true }).getByRole('img');
  const readSheet = async () => {
    const draft = await readDraft(studioSite, id);
    return (draft?.fields.sheets as { columns: string[]; rows: unknown[][] }[] | undefined)?.[0];
  };
  await sheet.getByLabel('Row 1, Fruit').focus();
  await page.keyboard.type('Cherries');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12.50');
  await expect(chart).toContainText('Cherries');
  await expect(sheet.getByLabel('Row 1, Last year')).toHaveValue('12.50');
  await page.keyboard.press('Enter');
  await page.keyboard.type('3,5');
  await expect(sheet.getByText('Write decimals with a point.')).toBeVisible();
  await expect(sheet.getByLabel('Row 2, Last year')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('3.5');
  await page.keyboard.press('ArrowRight');
  await expect(sheet.getByLabel('Row 2, This year')).toBeFocused();
  await pasteText(page, 'Row 4, Fruit', 'Quinces\t1\t2\r\nMedlars\t1,200\t3\r\n');
  await sheet.getByRole('button', { name: 'Move the column left' }).click();
  await expect.poll(readSheet).toMatchObject({
    columns: ['Fruit', 'This year', 'Last year'],
    rows: [
      ['Cherries', 131.5, 12.5],
      ['Pears', 41, 3.5],
      ['Plums', 12, 9.5],
      ['Quinces', 2, 1],
      ['Medlars', 3, 1200],
    ],
  });
  await expect(chart).toContainText('Medlars');
  await expectAccessible(page, { state: 'grid of figures' });
});

test('the answer of a question stays with its option when the option is moved', async ({
  editorPage: page,
  studioSite,
}) => {
  const id = await openEntry(page, studioSite, 'TRIVIA', 'seeds-in-an-apple');
  // The right answer is chosen by its words, and stored as a place counted from 0.
  const answer = page.getByLabel('Right answer');
  const chosen = (await answer.locator('option:checked').textContent()) ?? '';
  // The focus goes with the item, so that the next key moves it further.
  await page.getByRole('button', { name: 'Move Ten up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Ten up' })).toBeFocused();
  await expect(answer).toHaveValue('1');
  await page.getByRole('button', { name: 'Remove Two' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Ten' })).toBeFocused();
  await expect(answer).toHaveValue('0');
  await expect(answer.locator('option:checked')).toHaveText(chosen);
  await expect
    .poll(async () => (await readDraft(studioSite, id))?.fields)
    .toMatchObject({ options: ['Ten', 'Five', 'Twenty'], answer: 0 });
});

test('references are found by the names of their targets, and a schematic links its own nodes', async ({
  editorPage: page,
  studioSite,
}) => {
  const id = await openEntry(page, studioSite, 'SERVICE', 'pruning');
  const read = () => readDraft(studioSite, id);
  await expect(page.getByLabel('Tagline')).toHaveAttribute('aria-required', 'true');
  const microservices = page.getByRole('group', { name: 'Microservices' });
  await expect(microservices.getByRole('listitem')).toHaveText([/Tree register/, /Frost alarm/]);
  await microservices.getByRole('combobox').fill('pick');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Picking queue/]);
  await expectAccessible(page, { state: 'list of references', at: narrow });
  await page.keyboard.press('Enter');
  await microservices.getByRole('button', { name: 'Move Frost alarm up' }).click();
  await microservices.getByRole('button', { name: 'Remove Tree register' }).click();
  await expect.poll(async () => (await read())?.fields.microservices).toEqual(['frost-alarm', 'picking-queue']);

  await page.getByLabel('Label of node 1', { exact: true }).fill('Old tree');
  await page.getByLabel('Link 1 from').selectOption('Cool room');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await expect(page.getByLabel('Label of node 7')).toBeFocused();
  await page.keyboard.type('Cellar');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await expect(page.getByRole('figure', { name: 'Drawing of schematic' }).getByRole('img')).toContainText('Cellar');
  await expect
    .poll(async () => (await read())?.fields.schematic)
    .toMatchObject({
      nodes: [{ id: 'old-tree', label: 'Old tree' }, {}, {}, {}, {}, {}, { id: 'cellar', label: 'Cellar' }],
      links: expect.arrayContaining([
        ['room', 'crate', 'by hand'],
        ['old-tree', 'crate'],
      ]),
    });

  const author = page.getByRole('combobox', { name: 'Author' });
  await author.fill('ory');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await author.fill('nobody of this name');
  await page.keyboard.press('Tab');
  await author.fill('ory');
  await page.keyboard.press('Enter');
  await expect(author).toHaveValue('Béla Őry');
  await page.getByRole('group', { name: 'Interests of readers' }).getByRole('combobox').click();
  await page.getByRole('option', { name: 'Weather' }).click();
  await expect.poll(read).toMatchObject({ author: 'bela', interests: expect.arrayContaining(['weather']) });
});

test('a user who may not write an entry sees its values and can change none', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'READER');
  for (const [type, slug] of [
    ['SERVICE', 'pruning'],
    ['INFOGRAPHIC', 'the-harvest-in-five-charts'],
  ] as const) {
    await openEntry(page, studioSite, type, slug);
    const parts = page.locator('[data-view]');
    const fields = parts.locator('input:not([type=hidden], [type=radio]), textarea, select, .cm-content');
    for (const shown of [fields.first(), page.getByLabel('Keywords')]) await expect(shown).toBeVisible();
    const open = await fields.evaluateAll((all) =>
      all
        .filter((field) => !field.matches(':disabled, [readonly], [aria-readonly=true]'))
        .map((field) => field.outerHTML),
    );
    expect(open).toEqual([]);
    await expect(parts.getByRole('button', { disabled: false })).toHaveCount(0);
    await expectAccessible(page, { state: 'details of a reader', at: narrow });
    await page.getByRole('button', { name: 'Details' }).click();
    await expectAccessible(page, { state: 'text of a reader', at: narrow });
  }
});

test('each point of the check leads to its field in any part, and disappears when it is solved', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  // The preview of a chart without a title.
  expectComplaint(/422/);
  await openEntry(page, studioSite, 'INFOGRAPHIC', 'the-harvest-in-five-charts');
  const title = page.getByRole('group', { name: 'Sheet 2', exact: true }).getByLabel('Title').first();
  await title.fill('');
  await page.getByLabel('Keywords').fill(`short, ${'long '.repeat(70)}`);
  await waitForSave(page);
  await getPublishButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('button', { name: /^Keyword 2: / }).click();
  await expect(page.getByLabel('Keywords')).toBeFocused();
  await expect(page.getByText(/^“long .*”: /)).toBeVisible();
  await page.getByLabel('Keywords').fill('short');
  await expect(page.getByText(/^“long .*”: /)).toHaveCount(0);

  await getPublishButton(page).click();
  await dialog.getByRole('button', { name: /^Sheet 2, title: / }).click();
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, { state: 'a field of a sheet with an error', at: narrow });
  await title.fill('Crates picked in each week');
  await expect(title).not.toHaveAttribute('aria-invalid');
});
