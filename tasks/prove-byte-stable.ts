import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { diffLines } from 'diff';
import { exportContent } from '../api/content/export.ts';
import { entryTypes } from '../contract/entry-types.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { createHttpStudioClient, makeUser, type TestUser } from '../testing/studio.ts';
import { hardConstructs } from './studio-proofs/hard-constructs.ts';
import { openProofSites, runProof } from './studio-proofs/open-studio.ts';

// Opens every text of the demo company and every hard construct in the Studio's editor, adds one word, saves, and
// exports. The export differs from the one before in one line.

const word = 'byte-stable';

const { sites, ctx, close } = await openProofSites();
const address = sites[0]?.address ?? '';
const editor = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, editor.token);

/** Creates an entry whose draft has a hard construct as its text. */
async function createHard(name: string, body: string): Promise<void> {
  const { id } = await studio.call('createEntry', { type: 'PAGE', title: name });
  const { version, content } = await studio.call('openEntry', { id });
  await studio.call('saveDraft', { id, version, content: { ...content, body } });
}

async function listAll(): Promise<EntrySummary[]> {
  const all: EntrySummary[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await studio.call('listContent', { page, size: 100, sort: 'title' });
    all.push(...items);
    if (all.length >= total || items.length === 0) return all;
  }
}

/** Adds the word at the beginning of the text, as a person does, and waits until the server has it. */
async function addWord(context: BrowserContext, id: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/studio/content/${id}`);
  const text = page.locator('.cm-content');
  await text.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type(`${word} `);
  for (;;) {
    const { content } = await studio.call('openEntry', { id });
    if (content.body.startsWith(`${word} `)) break;
    await page.waitForTimeout(50);
  }
  await page.close();
}

/** Exports all drafts, and returns each text by its file. */
async function exportTexts(entries: EntrySummary[]): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'byte-stable-'));
  await exportContent(ctx, folder);
  const texts = new Map<string, string>();
  for (const { type, slug } of entries) {
    const name = `${entryTypes[type].folder}/${slug}`;
    const draft = await readFile(join(folder, `${name}@draft.md`), 'utf8').catch(() => null);
    const text = draft ?? (await readFile(join(folder, `${name}.md`), 'utf8'));
    // The front matter of a draft and of an entry have other names; texts are compared.
    texts.set(name, text.slice(text.indexOf('---\n\n') + '---\n\n'.length));
  }
  await rm(folder, { recursive: true, force: true });
  return texts;
}

async function openBrowser({ token }: TestUser) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'studio', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);
  return { browser, context };
}

await runProof(async () => {
  const wrong: string[] = [];
  for (const [name, body] of Object.entries(hardConstructs)) await createHard(name, body);
  const entries = await listAll();
  const before = await exportTexts(entries);
  const { browser, context } = await openBrowser(editor);
  for (const { id } of entries) await addWord(context, id);
  await browser.close();
  const after = await exportTexts(entries);
  for (const [name, text] of before) {
    const edited = after.get(name) ?? '';
    const isSame = edited === `${word} ${text}`;
    const added = diffLines(text, edited).filter((part) => part.added).length;
    if (!isSame) wrong.push(`${name}: ${added} places differ`);
  }
  const hard = Object.keys(hardConstructs).length;
  return { figures: `${before.size} texts, ${hard} of them hard constructs`, wrong };
});
await close();
