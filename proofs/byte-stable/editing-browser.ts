import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../testing/chromium.ts';
import type { FactEdit } from './facts.ts';

/** A browser with the Studio. Each call opens the editor of an entry, changes one thing and waits until it is saved. */
export interface EditingBrowser {
  /** Replaces the first occurrence of a word in the text, or writes into an empty text. */
  changeWord(entryId: number, word: string | null, replacement: string): Promise<void>;
  changeFact(entryId: number, fact: Pick<FactEdit, 'tab' | 'path' | 'value'>): Promise<void>;
  close(): Promise<void>;
}

async function edit(context: BrowserContext, url: string, change: (page: Page) => Promise<void>): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.cm-content').waitFor();
  await change(page);
  // Before the first edit, the status says that the text is published.
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor();
  await page.close();
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

/** Opens a browser in which the user of a session is signed in. */
export async function openEditingBrowser(address: string, token: string): Promise<EditingBrowser> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'studio', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);
  const getEditorUrl = (entryId: number) => `${address}/studio/content/${entryId}`;
  return {
    changeWord: (entryId, word, replacement) =>
      edit(context, getEditorUrl(entryId), async (page) => {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('ControlOrMeta+Home');
        if (word !== null) await selectWord(page, word);
        await page.keyboard.insertText(replacement);
      }),
    changeFact: (entryId, { tab, path, value }) =>
      edit(context, getEditorUrl(entryId), async (page) => {
        await page.getByText(tab, { exact: true }).first().click();
        const field = page.locator(`[data-path="${path}"]`);
        const isChoice = await field.evaluate((control) => control instanceof HTMLSelectElement);
        if (isChoice) await field.selectOption(value);
        else await field.fill(value);
      }),
    close: () => browser.close(),
  };
}
