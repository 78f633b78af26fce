import pLimit from 'p-limit';
import { getFileEnding } from '../api/content/import-export/schemas.ts';
import { trimBody } from '../api/content/import-export/yaml.ts';
import { entryTypes } from '../contract/content/entry-types.ts';
import type { FieldText } from '../contract/content/field-references.ts';
import type { Section } from '../contract/content/section-schemas.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openEditingBrowser, type ValueEdit, type WordEdit } from './byte-stable/editing-browser.ts';
import { type ExpectedEdit, findUnexpected, readExport } from './byte-stable/exported-files.ts';
import { factEdits, readPath } from './byte-stable/facts.ts';
import { findWord, replaceWord } from './byte-stable/find-word.ts';
import { hardConstructs } from './byte-stable/hard-constructs.ts';
import { importHardConstructs, publishHardConstructs } from './byte-stable/hard-entries.ts';
import { listFreeTexts } from './studio-proofs/free-texts.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { getSettingChoices } from './studio-proofs/settings.ts';

// Opens every text of the demo company and every hard construct in the Studio's editor, changes one word, saves,
// publishes and exports. The file must differ from the earlier export in one line, and the stored text in the word.
// Does the same with facts of every type, with a section of each kind of the demo company, and with every setting. Each
// hard construct occurs twice: written in the Studio, and imported from a file.

const replacement = 'changed';
const tabsAtOnce = 2;
/** Part of the names of the files whose texts are changed. */
const selection = process.argv[2] ?? '';

const { sites, ctx, close } = await openProofSites();
const address = sites[0]?.address ?? '';
const editor = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, editor.token);
const readContent = async (id: number) => (await studio.call('openEntry', { id })).content;
const browser = await openEditingBrowser(address, editor.token, readContent);

async function listAll(): Promise<EntrySummary[]> {
  const all: EntrySummary[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await studio.call('listContent', { page, size: 100, sort: 'title' });
    all.push(...items);
    if (all.length >= total || items.length === 0) return all;
  }
}

const toFile = ({ type, slug }: EntrySummary) => `${entryTypes[type].folder}/${slug}${getFileEnding(type)}`;

async function publish(id: number): Promise<void> {
  const { version } = await studio.call('openEntry', { id });
  await studio.call('publishEntry', { id, version });
}

/** The longest text that stands on one line of a file. */
const longestLine = 90;

/** Returns an edit of the first of some texts that has one line and a word; null if there is none. */
function editFreeText(texts: readonly FieldText[], word: string): ValueEdit | null {
  for (const { path, value } of texts) {
    const place = value.length <= longestLine && !value.includes('\n') ? findWord(value) : null;
    if (place) return { path: ['fields', ...path].join('.'), value: replaceWord(value, place, word) };
  }
  return null;
}

/** The kinds of the sections of the demo company that no edit has changed yet. */
const unchangedKinds = new Set<string>();

/**
 * Changes one word in the page's first text section, and one in a section of every kind that was not changed yet. In a
 * page with neither it changes one word of any section.
 */
async function changeSections({ id, type }: EntrySummary): Promise<ExpectedEdit[]> {
  const { fields } = await readContent(id);
  const texts = listFreeTexts(type, fields);
  const sections = fields.sections as { kind: string; text?: string }[];
  const edits: (ValueEdit | WordEdit)[] = [];
  for (const [index, { kind, text = '' }] of sections.entries()) {
    if (!unchangedKinds.has(kind) && (kind !== 'text' || edits.some((edit) => 'word' in edit))) continue;
    const word = `${replacement}${kind}`;
    const place = kind === 'text' ? findWord(text) : null;
    const own = texts.filter(({ path }) => path[0] === 'sections' && path[1] === index && path.at(-1) !== 'text');
    const edit = place
      ? { path: `fields.sections.${index}.text`, word: place.word, replacement: word }
      : editFreeText(own, word);
    if (!edit) continue;
    edits.push(edit);
    unchangedKinds.delete(kind);
  }
  if (edits.length === 0) {
    const edit = editFreeText(
      texts.filter(({ path }) => path[0] === 'sections'),
      replacement,
    );
    if (!edit) throw new Error('has no word that can be changed');
    edits.push(edit);
  }
  await browser.change(id, edits);
  await publish(id);
  return edits.map((edit) => ({ words: 'value' in edit ? edit.value : edit.replacement, line: null }));
}

/** Changes a word in a setting, or else a choice. */
async function changeSetting({ id, type, slug }: EntrySummary): Promise<ExpectedEdit[]> {
  const texts = listFreeTexts(type, (await readContent(id)).fields);
  const [[name, choice] = []] = Object.entries(getSettingChoices(slug));
  const edit = editFreeText(texts, replacement) ?? (name ? { path: `fields.${name}`, value: String(choice) } : null);
  if (!edit) throw new Error('has neither a word nor a choice that can be changed');
  await browser.change(id, [edit]);
  await publish(id);
  return [{ words: edit.value, line: null }];
}

/** Changes one word of a text and publishes it. Throws if the stored text differs in anything else. */
async function changeText({ id }: EntrySummary): Promise<ExpectedEdit[]> {
  const { body } = await readContent(id);
  const place = findWord(body);
  if (!place && body.trim() !== '') throw new Error('has no word that can be changed');
  const expected = place ? replaceWord(body, place, replacement) : replacement + body;
  await browser.change(id, [{ path: 'body', word: place?.word ?? null, replacement }]);
  const saved = (await readContent(id)).body;
  if (saved !== expected) throw new Error(`the stored text became ${JSON.stringify(saved.slice(0, 200))}`);
  await publish(id);
  const [old, changed] = [trimBody(body).split('\n'), trimBody(expected).split('\n')];
  const line = changed.findIndex((text, index) => text !== old[index]);
  return [{ words: replacement, line: { before: old[line] ?? '', after: changed[line] ?? '' } }];
}

/** Changes words of an entry by the form of its type, and publishes it. Returns the lines that change. */
function changeWords(entry: EntrySummary, { fields }: DraftContent): Promise<ExpectedEdit[]> {
  if (entry.type === 'SETTING') return changeSetting(entry);
  return Array.isArray(fields.sections) ? changeSections(entry) : changeText(entry);
}

/** Changes each fact, in a different entry, and publishes it. Returns the expected edits by file. */
async function changeFacts(entries: EntrySummary[]): Promise<Map<string, ExpectedEdit[]>> {
  const edits = new Map<string, ExpectedEdit[]>();
  for (const fact of factEdits) {
    for (const entry of entries.filter(({ type }) => type === fact.type)) {
      const value = readPath(await readContent(entry.id), fact.path);
      if (edits.has(toFile(entry)) || value === undefined || String(value) === fact.value) continue;
      await browser.change(entry.id, [fact]);
      await publish(entry.id);
      // The export may escape quotes, so only the words after them are compared.
      const words = fact.value.replaceAll('"', '');
      edits.set(toFile(entry), [{ words: fact.value.includes('"') ? words.slice(-10) : words, line: null }]);
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
  const edits = new Map<string, ExpectedEdit[]>();
  const contents = new Map<EntrySummary, DraftContent>();
  for (const entry of entries) contents.set(entry, await readContent(entry.id));
  for (const { fields } of contents.values())
    for (const { kind } of Array.isArray(fields.sections) ? (fields.sections as Section[]) : [])
      unchangedKinds.add(kind);
  const kindCount = unchangedKinds.size;
  await pLimit(tabsAtOnce).map([...contents], async ([entry, content]) => {
    const changed = await changeWords(entry, content).catch((error: unknown) => {
      wrong.push(`${toFile(entry)}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
      return [];
    });
    if (changed.length > 0) edits.set(toFile(entry), changed);
  });
  for (const kind of unchangedKinds) wrong.push(`no section of kind ${kind} was changed`);
  const between = await readExport(ctx);
  wrong.push(...findUnexpected(before, between, edits));
  const facts = await changeFacts(entries);
  if (!selection && facts.size < factEdits.length) wrong.push(`${factEdits.length - facts.size} facts have no entry`);
  wrong.push(...findUnexpected(between, await readExport(ctx), facts));
  const settings = entries.filter(({ type }) => type === 'SETTING').length;
  const hard = Object.keys(hardConstructs).length;
  const figures = [
    `${edits.size} texts of ${entries.length} changed in one word, published and exported`,
    `${hard} of them hard constructs written in the Studio, ${hard} imported from files`,
    `sections of ${kindCount} kinds, ${settings} settings`,
    `${facts.size} facts of ${new Set(factEdits.map(({ type }) => type)).size} types`,
  ];
  return { figures: figures.join(', '), wrong };
});
await browser.close();
await close();
