import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { drafts } from '../api/db/studio-tables.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { createPage, expect, saved, signIn, test } from './studio-site.ts';

// The text editor: pasting, its menu and its dialogs.

/** Pastes what a program put on the clipboard. */
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

/** Returns the text that the server has, after it has everything. */
async function readBody(page: Page, { database }: ContentSite): Promise<string> {
  await saved(page);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const [draft] = await database.db.select().from(drafts).where(eq(drafts.entryId, id));
  return draft?.content.body ?? '';
}

test('formatted text is pasted as Markdown in one step that is undone, and plain with Ctrl-Shift-V', async ({
  page,
  context,
  studioSite,
}) => {
  await signIn(context, studioSite);
  await createPage(page, 'Pasted');
  const before = await readBody(page, studioSite);
  const html = await readFile('testing/clipboard/word.html', 'utf8');
  await paste(page, { html, plain: 'Replacing the pumps' });
  await expect(page.getByText('A picture was left out. Drop or paste its file into the text.')).toBeVisible();
  const pasted = await readBody(page, studioSite);
  expect(pasted).toMatch(
    /^First words of Pasted\.\n\n## Replacing the pumps\n\n## Why now\n\nThe old pumps \*\*failed/,
  );
  expect(pasted).toMatch(/\| 1,200 \|\n\n\[\^1\]: The report of \*the engineer\*\.\n$/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('.cm-content')).not.toContainText('pumps');
  expect(await readBody(page, studioSite)).toBe(before);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    const blob = (type: string, text: string) => [type, new Blob([text], { type })];
    const items = [blob('text/html', '<p>Some <b>bold</b> words</p>'), blob('text/plain', 'Some bold words')];
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  });
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.locator('.cm-content')).toContainText('Some **bold** words');
  await page.keyboard.press('ControlOrMeta+Shift+v');
  await expect(page.locator('.cm-content')).toContainText('Some **bold** wordsSome bold words');
});
