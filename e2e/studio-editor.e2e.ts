import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { drafts } from '../api/db/studio-tables.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { createPng } from '../testing/sample-files.ts';
import { expectAccessible, narrow } from './axe.ts';
import { createArticle, expect, getPublishButton, signIn, test, waitForSave, write } from './studio-site.ts';

// The text editor: pasting, its menu and its dialogs.

/** Pastes clipboard data in the formats that a program offers. */
async function paste(page: Page, { html, plain }: { html: string; plain: string }): Promise<void> {
  await page.locator('.cm-content').evaluate(
    (editor, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data.html);
      clipboardData.setData('text/plain', data.plain);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, plain },
  );
}

/** Returns the text that the server has now. */
async function readBody(page: Page, { database }: ContentSite): Promise<string> {
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const [draft] = await database.db.select().from(drafts).where(eq(drafts.entryId, id));
  return draft?.content.body ?? '';
}

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('formatted text is pasted as Markdown in one step that is undone, and plain with Ctrl-Shift-V', async ({
  page,
  context,
  studioSite,
}) => {
  await createArticle(page, 'Pasted');
  await waitForSave(page);
  const before = await readBody(page, studioSite);
  const html = await readFile('testing/clipboard/word.html', 'utf8');
  await paste(page, { html, plain: 'Replacing the pumps' });
  await expect(page.getByText('A picture was left out. Drop or paste its file into the text.')).toBeVisible();
  await expectAccessible(page, { state: 'a picture left out', at: narrow });
  const body = expect.poll(() => readBody(page, studioSite));
  await body.toMatch(/^First words of Pasted\.\n\n## Replacing the pumps\n\n## Why now\n\nThe old pumps \*\*failed/);
  await body.toMatch(/\| 1,200 \|\n\n\[\^1\]: The report of \*the engineer\*\.\n$/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('.cm-content')).not.toContainText('pumps');
  await expect.poll(() => readBody(page, studioSite)).toBe(before);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    const createBlobEntry = (type: string, text: string) => [type, new Blob([text], { type })];
    const items = [
      createBlobEntry('text/html', '<p>Some <b>bold</b> words</p>'),
      createBlobEntry('text/plain', 'Some bold words'),
    ];
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  });
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.locator('.cm-content')).toContainText('Some **bold** words');
  await page.keyboard.press('ControlOrMeta+Shift+v');
  await expect(page.locator('.cm-content')).toContainText('Some **bold** wordsSome bold words');
});

test('the menu of a slash joins the lines of a paragraph or of the text', async ({ page }) => {
  await createArticle(page, 'Short lines');
  const options = page.getByRole('listbox').getByRole('option');
  const body = () => page.locator('.cm-line').allTextContents();
  await write(page, 'One\ntwo\n\nthree\nfour');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/join the');
  await expect(options).toHaveText([/Join the lines of this paragraph/]);
  await page.keyboard.press('Enter');
  await expect.poll(body).toEqual(['First words of Short lines.', '', 'One', 'two', '', 'three four']);
  await page.keyboard.type(' five');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/join all');
  await expect(options).toHaveText([/Join all lines/]);
  await page.keyboard.press('Enter');
  await expect.poll(body).toEqual(['First words of Short lines.', '', 'One two', '', 'three four five']);
  // A slash before the words of a paragraph keeps them.
  await page.keyboard.press('Enter');
  await page.keyboard.type('six');
  await page.keyboard.press('Home');
  await page.keyboard.type('/join all');
  await options.waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(body).toEqual(['First words of Short lines.', '', 'One two', '', 'three four five six']);
});

test('the menu of a slash inserts blocks and opens dialogs by keyboard', async ({ page, studioSite }) => {
  await createArticle(page, 'By keyboard');
  const heading = page.getByRole('button', { name: 'Heading', exact: true });
  await heading.hover();
  const isTipWhole = await heading.evaluate((button) => {
    const tip = getComputedStyle(button, '::after');
    return Number.parseFloat(tip.inlineSize) > button.clientWidth + Number.parseFloat(tip.paddingInline);
  });
  expect(isTipWhole).toBe(true);
  await page.keyboard.press('ControlOrMeta+Shift+8');
  await page.keyboard.type('By key\n/num');
  await expect(page.getByRole('listbox').getByRole('option', { name: 'Numbered list' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('First');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n/');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    /^Heading/,
    /^Smaller/,
    /^List/,
    /^Numbered/,
    /^Quot/,
    /^Link/,
    /^Picture/,
    /^Table/,
    /^Footnote/,
    /^Code/,
    /^Join the lines of this paragraph/,
    /^Join all lines/,
  ]);
  await expectAccessible(page, { state: 'menu of blocks', at: narrow });
  await page.keyboard.type('tab');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Columns')).toBeFocused();
  await expectAccessible(page, { state: 'table dialog', within: 'dialog' });
  await page.getByLabel('Heading of column 1').focus();
  await page.keyboard.type('Pump');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Litres');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('North');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('South');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Remove the table' }).waitFor({ state: 'detached' });
  await page.getByLabel('Alignment of column 1').selectOption('Right');
  await page.getByRole('button', { name: 'Insert the table' }).press('Enter');
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect
    .poll(() => readBody(page, studioSite))
    .toBe(
      'First words of By keyboard.\n\n- By key\n\n1. First\n\n| Pump | Litres |\n| ---: | --- |\n| South |  |\n| North | 7 |\n',
    );
});

test('dialogs change only the link, table, footnote and picture at the cursor', async ({
  page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/);
  await createArticle(page, 'Changed in place');
  const table = '|a|b|\n|-|-|\n|1|2|';
  await write(page, `See [the *old* page](/privacy-policy "Kept") now[^1].\n\n${table}\n\n[^1]: Old source\n`);
  const moveCursorTo = async (text: string, steps = 0) => {
    await page.locator('.cm-line', { hasText: text }).first().click();
    await page.keyboard.press('Home');
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
  };
  await moveCursorTo('now', 6);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByLabel('Title of a page, or an address')).toHaveValue('/privacy-policy');
  await expectAccessible(page, { state: 'link dialog', at: narrow });
  await page.getByLabel('Linked words').fill('the *new* page');
  await page.getByLabel('Linked words').press('Enter');
  await expect(page.locator('.cm-content')).toBeFocused();

  // A table is shown as one, and its dialog opens by a press.
  await page.getByRole('cell', { name: '2', exact: true }).click();
  await page.getByLabel('Row 1, b').fill('3');
  await page.getByRole('button', { name: 'Add a row below' }).click();
  await page.getByLabel('Row 2, a').fill('4');
  await page.getByRole('button', { name: 'Save the table' }).click();

  await moveCursorTo('Old source');
  await page.getByRole('button', { name: 'Footnote' }).click();
  await expectAccessible(page, { state: 'footnote dialog', at: narrow });
  await page.getByLabel('Text of the footnote').fill('New source');
  await page.getByRole('button', { name: 'Save the footnote' }).click();
  await expect
    .poll(() => readBody(page, studioSite))
    .toBe(
      'First words of Changed in place.\n\nSee [the *new* page](/privacy-policy "Kept") now[^1].\n\n' +
        '|a|b|\n|-|-|\n| 1 | 3 |\n| 4 |  |\n\n[^1]: New source\n',
    );

  await page.route('**/api/studio/find-targets*', (route) => route.abort());
  await moveCursorTo('now', 6);
  await page.getByRole('button', { name: 'Link (Ctrl-K)' }).click();
  await expect(page.getByRole('alert')).toContainText('Search could not be reached.');
  await expectAccessible(page, { state: 'link dialog without a search', at: narrow });
  await page.getByRole('button', { name: 'Remove the link' }).click();
  await page.getByRole('button', { name: 'Picture' }).click();
  await page.route('**/api/studio/pictures*', (route) => route.abort());
  await page.getByLabel('Search the library').fill('office');
  await expect(page.getByRole('alert')).toContainText('Search could not be reached.');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => readBody(page, studioSite)).toContain('See the *new* page now[^1].');

  // Enter chooses the first page that was found.
  await page.unroute('**/api/studio/find-targets*');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByLabel('Title of a page, or an address').fill('Privacy');
  await page.getByRole('button', { name: /^Link to Privacy/ }).waitFor();
  await page.getByLabel('Title of a page, or an address').press('Enter');
  await expect(page.locator('.cm-content')).toContainText('(/privacy-policy)');
});

test('all dropped pictures are described and inserted, and one is changed in place', async ({ page, studioSite }) => {
  await createArticle(page, 'With pictures');
  const files = await Promise.all([40, 60].map((width) => createPng(`plan ${width}.png`, width, 20)));
  await page.locator('.cm-content').evaluate(
    (editor, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, bytes } of given)
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      const { x, y } = editor.getBoundingClientRect();
      editor.dispatchEvent(
        new DragEvent('drop', { dataTransfer, clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true }),
      );
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  );
  const described = page.getByLabel('What it shows');
  await expect(described).toHaveCount(2);
  await expectAccessible(page, { state: 'dialog of two pictures', at: narrow });
  await described.first().fill('The first plan');
  await described.last().fill('The second plan');
  await page.getByRole('button', { name: 'Insert 2 pictures' }).click();
  const first = '![The first plan](media/plan-40.png)';
  await expect.poll(() => readBody(page, studioSite)).toContain(`${first}\n\n![The second plan](media/plan-60.png)\n`);
  await page.locator('.cm-line', { hasText: 'The second plan' }).click();
  await page.getByRole('button', { name: 'Picture' }).click();
  await page.getByLabel('Caption').fill('As built');
  await page.getByRole('button', { name: 'Save the picture' }).click();
  await expect
    .poll(() => readBody(page, studioSite))
    .toContain(`${first}\n\n![The second plan](media/plan-60.png "As built")\n`);
});

test('a text is written and saved in a plain field if the code of the editor cannot be loaded', async ({
  page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/);
  const address = await createArticle(page, 'Written without the editor');
  await waitForSave(page);
  await page.route(/\/assets\/studio-create-editor-/, (route) => route.abort());
  await page.goto(address);
  await expect(page.getByText(/^The editor could not be loaded\./)).toBeVisible();
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue(/^First words/);
  await text.fill('Words in a plain field with a [broken link](/no-such-page).\n');
  await waitForSave(page);
  expect(await readBody(page, studioSite)).toContain('Words in a plain field');
  await expectAccessible(page, { state: 'a plain field', at: narrow });
  await getPublishButton(page).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /no-such-page/ })
    .click();
  await expect(text).toBeFocused();
});
