import { chromium, expect, type Locator, type Page } from '@playwright/test';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { type FactEdit, readPath } from './facts.ts';

/** A word of a Markdown text that is replaced; null: the replacement is written into an empty text. */
export interface WordEdit {
  path: string;
  word: string | null;
  replacement: string;
}

export type ValueEdit = Pick<FactEdit, 'path' | 'value'>;

/** A browser with the Studio. Each call opens the editor of an entry, changes values and waits until they are saved. */
export interface EditingBrowser {
  change(entryId: number, edits: readonly (WordEdit | ValueEdit)[]): Promise<void>;
  close(): Promise<void>;
}

/** Selects the first occurrence of a word with the editor's search. */
async function selectWord(page: Page, word: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.locator('.cm-search [name=search]');
  await field.fill(word);
  // The editor reads the field after a key press or a change event, and `fill` causes neither.
  await field.dispatchEvent('change');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Replaces the first occurrence of a word in a text. */
async function changeWord(page: Page, { path, word, replacement }: WordEdit): Promise<void> {
  const text = page.locator(path === 'body' ? '.cm-content' : `[data-path="${path}"] .cm-content`);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  if (word !== null) await selectWord(page, word);
  await page.keyboard.insertText(replacement);
}

/** Unfolds the section of a path, whose form is made only then. */
async function unfoldSection(page: Page, path: string): Promise<void> {
  const [section] = /^fields\.sections\.\d+/.exec(path) ?? [];
  if (!section) return;
  const summary = page.locator(`summary[data-path="${section}"]`);
  if (!(await summary.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) await summary.click();
}

/** Unfolds the items of lists that contain a field. */
async function unfoldItems(field: Locator): Promise<void> {
  await field.evaluate((control) => {
    for (let item = control.closest('details'); item; item = item.parentElement?.closest('details') ?? null)
      if (!item.open) item.querySelector('summary')?.click();
  });
}

/** Shows the part of the editor that has a field. Beside a preview the details take the place of the text. */
async function showPart(page: Page, path: string): Promise<void> {
  const [section = path] = /^fields\.sections\.\d+/.exec(path) ?? [];
  const field = page.locator(path === 'body' ? '.cm-content' : `[data-path="${section}"]`);
  // The text editor appears after the preview. Until then its part has no field, and would count as hidden.
  await field.first().waitFor({ state: 'attached' });
  const part = page.locator('[data-view] > :is(form, aside)', { has: field });
  if (!(await part.isVisible())) await page.getByRole('button', { name: 'Details' }).click();
}

async function changeFact(page: Page, { path, value }: ValueEdit): Promise<void> {
  await unfoldSection(page, path);
  const field = page.locator(`[data-path="${path}"]`);
  await unfoldItems(field);
  const tagName = await field.evaluate((control) => control.tagName);
  if (tagName === 'SELECT') await field.selectOption(value);
  // A choice among pictures, each with its description.
  else if (tagName === 'FIELDSET') await field.locator(`input[aria-describedby="${path}.${value}"]`).check();
  else await field.fill(value);
}

function hasEdit(content: DraftContent, edit: WordEdit | ValueEdit): boolean {
  const stored = String(readPath(content, edit.path));
  return 'value' in edit ? stored === edit.value : stored.includes(edit.replacement);
}

/**
 * Opens a browser in which the user of a session is signed in.
 *
 * @param readContent returns the stored content of an entry
 */
export async function openEditingBrowser(
  address: string,
  token: string,
  readContent: (entryId: number) => Promise<DraftContent>,
): Promise<EditingBrowser> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const context = await browser.newContext();
  // Without a limit, a field that is not found would be waited for without end.
  context.setDefaultTimeout(30_000);
  await context.addCookies([{ name: 'studio', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);
  async function changeInPage(page: Page, entryId: number, edits: readonly (WordEdit | ValueEdit)[]): Promise<void> {
    await page.goto(`${address}/studio/content/${entryId}`);
    // Both are made only in the browser.
    await page.locator('.cm-content, iframe').first().waitFor();
    for (const edit of edits) {
      await showPart(page, edit.path);
      await unfoldSection(page, edit.path);
      await ('value' in edit ? changeFact(page, edit) : changeWord(page, edit));
    }
    await expect
      .poll(async () => {
        const content = await readContent(entryId);
        return edits.filter((edit) => !hasEdit(content, edit)).map(({ path }) => path);
      })
      .toEqual([]);
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
  }
  return {
    change: async (entryId, edits) => {
      const page = await context.newPage();
      // An open page holds a connection to the server, of which a browser opens six.
      await changeInPage(page, entryId, edits).finally(() => page.close());
    },
    close: () => browser.close(),
  };
}
