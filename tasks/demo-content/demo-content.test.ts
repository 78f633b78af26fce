import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { listEntries } from '../../api/content/entries/list.ts';
import { exportContent } from '../../api/content/import-export/export.ts';
import { importContent } from '../../api/content/import-export/import.ts';
import { readContent } from '../../api/content/import-export/read.ts';
import { listInterests, listPersonas } from '../../api/content/list-personas.ts';
import { recommendEntries } from '../../api/content/search/recommend.ts';
import { categories, entries, revisions, teamMembers } from '../../api/db/tables.ts';
import type { EntryCard } from '../../contract/content/entry-shapes.ts';
import { plateFamilies } from '../../contract/content/entry-types.ts';
import { projectFolder } from '../../server/folders.ts';
import { createSvgDocument } from '../../site/drawings/drawing.ts';
import { drawPlate } from '../../site/drawings/plate.ts';
import { maxRecommended } from '../../site/sections/picks/choice.ts';
import { findJoins } from '../../studio/editor/join-lines.ts';
import { markdownLanguage } from '../../studio/editor/language.ts';
import { readFolder } from '../../testing/content-folder.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { getDatabaseUrl } from '../../testing/postgres.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { findOddFigures } from './find-odd-figures.ts';

// Checks the demo company in content/. Other tests make content of their own, so that nobody who replaces the demo
// company has to change them.

const database = await setUpDatabase();
const { PATH = '', HOME = '' } = process.env;
const env = { PATH, HOME, DATABASE_URL: getDatabaseUrl(database.config) };
const imported = spawnSync('npx', ['site', 'import', '--quiet'], {
  cwd: projectFolder,
  env,
  encoding: 'utf8',
});

const media = join(projectFolder, 'content/media');

/** Fields that hold addresses, names for machines, and dates that the site formats itself. */
const hiddenFields = new Set([
  'slug',
  'published',
  'updated',
  'released',
  'effective',
  'url',
  'file',
  'lineOf',
  'next',
]);

/** Returns the texts in a value that visitors read. The site formats the numbers of charts and prices itself. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (hiddenFields.has(name) ? [] : listTexts(inner)));
}

/** Returns the text of HTML without code, each element on a line of its own. */
function getText(html: string): string {
  return html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '\n').replace(/<[^>]+>/g, '\n');
}

/** Returns the lines of a text that end within a paragraph, counted from 1. Hard breaks do not count. */
function findSoftBreaks(text: string): number[] {
  const state = EditorState.create({ doc: text, extensions: [markdownLanguage] });
  const joins = state.changes(findJoins(state, 0, text.length));
  const lines: number[] = [];
  joins.iterChanges((from) => lines.push(state.doc.lineAt(from).number));
  return lines;
}

/** Returns the address of an entry's own drawing, or the family of its plate. */
function getCover({ cover, fields }: EntryCard): string | undefined {
  return cover ?? ('plate' in fields ? fields.plate : undefined);
}

/**
 * Returns the cards that a page shows side by side: of a type, of a category, and those picked for a persona or an
 * interest.
 */
async function listShownTogether(): Promise<Record<string, EntryCard[]>> {
  const lists: Record<string, EntryCard[]> = {};
  for (const type of ['BLOG', 'TRIVIA', 'PLAN', 'APP'] as const)
    lists[type] = (await listEntries(database, type, { page: 0, size: 100 })).items;
  for (const { id, type, slug } of await database.db.select().from(categories))
    lists[`category ${slug}`] = (await listEntries(database, type, { page: 0, size: 100 }, id)).items;
  const choices = [
    ...(await listPersonas(database)).items,
    ...(await listInterests(database)).items.map(({ slug }) => ({ slug, interests: [slug] })),
    { slug: 'nobody', interests: [] },
  ];
  for (const { slug, interests } of choices) {
    const asked = { interests: interests.join(','), limit: maxRecommended };
    lists[`picked for ${slug}`] = (await recommendEntries(database, asked)).items;
  }
  return lists;
}

describe('the demo company', () => {
  it('is imported by `npx site import` without a problem', async () => {
    expect([imported.status, imported.stderr]).toEqual([0, '']);
    expect(await database.db.$count(entries)).toBeGreaterThan(80);
  });

  it('is exported, imported and exported again to the same bytes', async () => {
    const folders = await Promise.all(['one', 'two'].map((name) => mkdtemp(join(tmpdir(), `demo-${name}-`))));
    const [one = '', two = ''] = folders;
    await exportContent(database, one);
    const other = await openTestDatabase();
    await importContent(other, one);
    await exportContent(other, two);
    await other.close();
    expect(await readFolder(two)).toEqual(await readFolder(one));
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('has each paragraph on one line, as the text editor shows it best', async () => {
    const { entries: texts, members } = await readContent(join(projectFolder, 'content'), []);
    const sources = [...texts.flatMap(({ next, ...entry }) => (next ? [entry, next] : [entry])), ...members];
    const breaks = sources.flatMap(({ file, bodyLine, body }) =>
      findSoftBreaks(body).map((line) => `content/${file}:${bodyLine + line - 1} ends within a paragraph`),
    );
    expect(breaks).toEqual([]);
  });

  it('groups its numbers and writes its dates as the site does', async () => {
    const { media: _, ...folder } = await readContent(join(projectFolder, 'content'), []);
    const fields = [
      // The number of a register has no groups.
      ...[...folder.entries.filter(({ type }) => type !== 'SETTING'), ...folder.members].map(
        ({ file, body: __, fileBody: ___, ...rest }) => ({
          from: file,
          texts: listTexts(rest),
        }),
      ),
      ...[folder.categories, folder.positions, folder.interests, folder.personas].map((rest) => ({
        from: 'a list',
        texts: listTexts(rest),
      })),
    ];
    const bodies = [
      ...(await database.db.select({ name: revisions.title, html: revisions.html }).from(revisions)),
      ...(await database.db.select({ name: teamMembers.name, html: teamMembers.html }).from(teamMembers)),
    ].map(({ name, html }) => ({ from: name, texts: [getText(html)] }));
    const odd = [...fields, ...bodies].flatMap(({ from, texts }) =>
      texts.flatMap((text) => findOddFigures(text).map((figure) => `${from}: ${figure}`)),
    );
    expect(odd).toEqual([]);
  });

  it('gives every entry a drawing or a plate, and no category two entries with plates of one family', async () => {
    const shown = await listShownTogether();
    const covers = Object.entries(shown).map(([name, cards]) => [name, cards.map(getCover)] as const);
    expect(covers.filter(([, all]) => all.includes(undefined))).toEqual([]);
    expect(covers.filter(([, all]) => all.some((cover, index) => cover === all[index - 1]))).toEqual([]);
    const ofCategories = covers.filter(([name]) => name.startsWith('category'));
    expect(ofCategories.filter(([, all]) => new Set(all).size < all.length)).toEqual([]);
  });

  it('has every drawing of a text inside the page, so that it follows the theme', async () => {
    const texts = await database.db.select({ html: revisions.html, rendered: revisions.rendered }).from(revisions);
    const html = texts
      .flatMap(({ html, rendered }) => [html, ...Object.values(rendered).map((field) => field.html)])
      .join('\n');
    const files = (await readdir(media)).filter((name) => name.endsWith('.svg'));
    expect(html.match(/<img [^>]*\.svg"/g) ?? []).toEqual([]);
    expect(html.match(/<svg [^>]*class="drawing-(?:wide|narrow)"/g)?.length).toBeGreaterThanOrEqual(files.length);
  });

  it('has drawings whose letters have 12 px where they are shown, with a narrow one for phones', async () => {
    const names = (await readdir(media)).filter((name) => name.endsWith('.svg'));
    for (const name of names) {
      const isNarrow = name.endsWith('-narrow.svg');
      if (!isNarrow) expect(names).toContain(name.replace('.svg', '-narrow.svg'));
      const svg = await readFile(join(media, name), 'utf8');
      expect([name, /viewBox="0 0 (\d+)/.exec(svg)?.[1]]).toEqual([name, isNarrow ? '460' : '800']);
      const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
      // A wide drawing is shown from 600 px on, a narrow one from 288 px on.
      expect(Math.min(...sizes), name).toBeGreaterThanOrEqual(isNarrow ? 20 : 16);
    }
  });

  it('has no two plates alike', async () => {
    const plates = (await database.db.select().from(entries)).flatMap(({ type, slug }, at) =>
      type === 'SETTING' ? [] : drawPlate(type, slug, plateFamilies[at % plateFamilies.length] ?? 'rack'),
    );
    // The title block carries a number of its own; the drawings differ without it.
    const marks = plates.map((plate) => createSvgDocument(plate).replaceAll(/<text [^>]*>[^<]*<\/text>/g, ''));
    expect(new Set(marks).size).toBe(plates.length);
  });
});
