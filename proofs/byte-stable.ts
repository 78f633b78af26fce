import pLimit from 'p-limit';
import { trimBody } from '../api/content/import-export/trim-content.ts';
import { entryTypes } from '../contract/content/entry-types.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openEditingBrowser } from './byte-stable/editing-browser.ts';
import { type ExpectedEdit, findUnexpected, readExport } from './byte-stable/exported-files.ts';
import { factEdits, readPath } from './byte-stable/facts.ts';
import { findWord, replaceWord } from './byte-stable/find-word.ts';
import { hardConstructs } from './byte-stable/hard-constructs.ts';
import { importHardConstructs, publishHardConstructs } from './byte-stable/hard-entries.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';

// Opens every text of the demo company and every hard construct in the Studio's editor, changes one word, saves,
// publishes and exports. The file must differ from the earlier export in one line, and the stored text in the word.
// Does the same with facts of every type. Each hard construct occurs twice: written in the Studio, and imported from a
// file.

const replacement = 'changed';
const tabsAtOnce = 2;
/** Part of the names of the files whose texts are changed. */
const selection = process.argv[2] ?? '';

const { sites, ctx, close } = await openProofSites();
const address = sites[0]?.address ?? '';
const editor = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, editor.token);
const browser = await openEditingBrowser(address, editor.token);

async function listAll(): Promise<EntrySummary[]> {
  const all: EntrySummary[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await studio.call('listContent', { page, size: 100, sort: 'title' });
    all.push(...items);
    if (all.length >= total || items.length === 0) return all;
  }
}

const toFile = ({ type, slug }: EntrySummary) => `${entryTypes[type].folder}/${slug}.md`;

async function publish(id: number): Promise<void> {
  const { version } = await studio.call('openEntry', { id });
  await studio.call('publishEntry', { id, version });
}

/** Changes one word in the first text of a page's sections. Returns null for a page without texts. */
async function changeSection(id: number): Promise<ExpectedEdit | null> {
  const { version, content } = await studio.call('openEntry', { id });
  const sections = content.fields.sections as { kind: string; text: string }[];
  const section = sections.find(({ kind }) => kind === 'text');
  const place = section ? findWord(section.text) : null;
  if (!section || !place) return null;
  const text = replaceWord(section.text, place, replacement);
  const changed = sections.map((each) => (each === section ? { ...each, text } : each));
  await studio.call('saveDraft', {
    id,
    version,
    content: { ...content, fields: { ...content.fields, sections: changed } },
  });
  await publish(id);
  return { words: replacement, line: null };
}

/** Changes one word of a text and publishes it. Throws if the stored text differs in anything else. */
async function changeText(id: number): Promise<ExpectedEdit> {
  const { body } = (await studio.call('openEntry', { id })).content;
  const place = findWord(body);
  if (!place && body.trim() !== '') throw new Error('has no word that can be changed');
  const expected = place ? replaceWord(body, place, replacement) : replacement + body;
  await browser.changeWord(id, place?.word ?? null, replacement);
  const saved = (await studio.call('openEntry', { id })).content.body;
  if (saved !== expected) throw new Error(`the stored text became ${JSON.stringify(saved.slice(0, 200))}`);
  await publish(id);
  const [old, changed] = [trimBody(body).split('\n'), trimBody(expected).split('\n')];
  const line = changed.findIndex((text, index) => text !== old[index]);
  return { words: replacement, line: { before: old[line] ?? '', after: changed[line] ?? '' } };
}

/** Changes each fact, in a different entry, and publishes it. Returns the expected edits by file. */
async function changeFacts(entries: EntrySummary[]): Promise<Map<string, ExpectedEdit>> {
  const edits = new Map<string, ExpectedEdit>();
  for (const fact of factEdits) {
    for (const entry of entries.filter(({ type }) => type === fact.type)) {
      const { content } = await studio.call('openEntry', { id: entry.id });
      const value = readPath(content, fact.path);
      if (edits.has(toFile(entry)) || value === undefined || String(value) === fact.value) continue;
      await browser.changeFact(entry.id, fact);
      await publish(entry.id);
      // The export may escape quotes, so only the words after them are compared.
      const words = fact.value.replaceAll('"', '');
      edits.set(toFile(entry), { words: fact.value.includes('"') ? words.slice(-10) : words, line: null });
      break;
    }
  }
  return edits;
}

await runProof(async () => {
  const wrong: string[] = [];
  await importHardConstructs(ctx);
  await publishHardConstructs(studio);
  const entries = (await listAll()).filter((entry) => toFile(entry).includes(selection));
  if (entries.length === 0) wrong.push(`No file has ${selection} in its name.`);
  const before = await readExport(ctx);
  const edits = new Map<string, ExpectedEdit>();
  await pLimit(tabsAtOnce).map(entries, async (entry) => {
    const { content } = await studio.call('openEntry', { id: entry.id });
    const change = Array.isArray(content.fields.sections) ? changeSection : changeText;
    const edit = await change(entry.id).catch((error: unknown) => {
      wrong.push(`${toFile(entry)}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
      return null;
    });
    if (edit) edits.set(toFile(entry), edit);
  });
  const between = await readExport(ctx);
  wrong.push(...findUnexpected(before, between, edits));
  const facts = await changeFacts(entries);
  if (!selection && facts.size < factEdits.length) wrong.push(`${factEdits.length - facts.size} facts have no entry`);
  wrong.push(...findUnexpected(between, await readExport(ctx), facts));
  const hard = Object.keys(hardConstructs).length;
  const figures = [
    `${edits.size} texts of ${entries.length} changed in one word, published and exported`,
    `${hard} of them hard constructs written in the Studio, ${hard} imported from files`,
    `${facts.size} facts of ${new Set(factEdits.map(({ type }) => type)).size} types`,
  ];
  return { figures: figures.join(', '), wrong };
});
await browser.close();
await close();
