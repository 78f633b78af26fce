import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { advisoryLockKeys } from '../db/advisory-locks.ts';
import { media } from '../db/media-tables.ts';
import { categories, entries, interests, personas, positions, teamMembers } from '../db/tables.ts';
import { type FindHeadings, findStoredHeadings } from '../entries/check-anchors.ts';
import { type KnownReferences, readDatabaseTime, type ShownTimes } from '../entries/known-references.ts';
import { putEntry } from '../entries/put.ts';
import type { RevisionText } from '../entries/store-revision.ts';
import { type RenderedMarkdown, renderMarkdown } from '../markdown/render.ts';
import { listPictures } from '../media/list-pictures.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkEntryTexts } from './check-texts.ts';
import { importDrafts, mergeDraftsWithImport } from './import-drafts.ts';
import { importMedia } from './import-media.ts';
import { markContentImported } from './import-state.ts';
import { ContentError, type ContentProblem } from './problems.ts';
import { pruneContent } from './prune.ts';
import { type ContentSources, type EntryText, readContent } from './read.ts';

/** How many rows of each kind a folder contains. */
export type ImportCounts = Record<
  'entries' | 'categories' | 'members' | 'personas' | 'interests' | 'media' | 'removed',
  number
>;

type TypedSlug = { type: EntryType; slug: string };
const typedSlug = ({ type, slug }: TypedSlug) => `${type}/${slug}`;

/** Returns the update of an upsert: all named columns from the given row. */
function overwrite(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${name}`)]));
}

async function putLists({ db }: Context, folder: ContentSources): Promise<void> {
  const ordered = <T extends object>(rows: T[]) => rows.map((row, position) => ({ ...row, position }));
  for (const row of ordered(folder.categories)) {
    const set = overwrite(['name', 'description', 'position', 'enabled']);
    await db
      .insert(categories)
      .values(row)
      .onConflictDoUpdate({ target: [categories.type, categories.slug], set });
  }
  for (const row of ordered(folder.positions)) {
    const set = overwrite(['label', 'position', 'enabled']);
    await db.insert(positions).values(row).onConflictDoUpdate({ target: positions.slug, set });
  }
  for (const row of ordered(folder.interests)) {
    const set = overwrite(['label', 'description', 'position', 'enabled']);
    await db.insert(interests).values(row).onConflictDoUpdate({ target: interests.slug, set });
  }
  for (const row of ordered(folder.personas)) {
    const set = overwrite(['label', 'description', 'interests', 'position', 'enabled']);
    await db.insert(personas).values(row).onConflictDoUpdate({ target: personas.slug, set });
  }
}

async function putMembers(
  { db }: Context,
  folder: ContentSources,
  known: { positions: Set<string> },
  problems: ContentProblem[],
): Promise<void> {
  const positionIds = new Map((await db.select().from(positions)).map((row) => [row.slug, row.id]));
  for (const { slug, head, body, file, lineOf } of folder.members) {
    const positionId = positionIds.get(head.position);
    if (positionId === undefined || !known.positions.has(head.position)) {
      problems.push({
        file,
        line: lineOf(['position']),
        field: 'position',
        message: `${head.position} does not exist`,
      });
      continue;
    }
    const { html } = await renderMarkdown(body);
    const { name, role, joined, focus, enabled, order } = head;
    const row = { name, role, joined, focus, enabled, position: order, positionId, body, html };
    await db
      .insert(teamMembers)
      .values({ slug, ...row })
      .onConflictDoUpdate({ target: teamMembers.slug, set: row });
  }
}

function textOf(
  source: EntryText & {
    head: {
      title: string;
      summary: string;
      keywords: string[];
      interests: string[];
      author?: string | undefined;
      updated?: string | undefined;
    };
  },
  members: Map<string, number>,
): RevisionText {
  const { title, summary, keywords, interests: theirs, author, updated } = source.head;
  return {
    title,
    summary,
    keywords,
    interests: theirs,
    body: source.body,
    fields: source.fields,
    authorId: author === undefined ? null : (members.get(author) ?? null),
    revisedAt: updated === undefined ? null : new Date(updated),
  };
}

async function putEntries(
  ctx: Context,
  folder: ContentSources,
  known: KnownReferences,
  problems: ContentProblem[],
): Promise<void> {
  const { db } = ctx;
  const members = new Map((await db.select().from(teamMembers)).map((row) => [row.slug, row.id]));
  const pictures = await listPictures(ctx);
  const getPicture = (name: string) => pictures.get(name);
  const categoryIds = new Map((await db.select().from(categories)).map((row) => [typedSlug(row), row.id]));

  const prepared: {
    entry: (typeof folder.entries)[number];
    rendered: RenderedMarkdown;
    nextRendered: RenderedMarkdown | null;
  }[] = [];
  for (const entry of folder.entries) {
    const rendered = await renderMarkdown(entry.body, getPicture);
    const nextRendered = entry.next ? await renderMarkdown(entry.next.body, getPicture) : null;
    prepared.push({ entry, rendered, nextRendered });
  }
  const texts = new Map(prepared.map((each) => [typedSlug(each.entry), each.rendered]));
  const findHeadings: FindHeadings = async (type, slug) => {
    const text = texts.get(typedSlug({ type, slug }));
    return text ? new Set(text.headings.map(({ id }) => id)) : findStoredHeadings(ctx, type, slug, 'now');
  };
  for (const { entry, rendered, nextRendered } of prepared)
    problems.push(...(await checkEntryTexts(entry, rendered, nextRendered, { known, findHeadings })));
  if (problems.length > 0) throw new ContentError(problems);

  for (const { entry, rendered, nextRendered } of prepared) {
    const { category, published, withdrawn, order, formerSlugs } = entry.head;
    await putEntry(ctx, {
      type: entry.type,
      slug: entry.slug,
      categoryId: category === undefined ? null : (categoryIds.get(`${entry.type}/${category}`) ?? null),
      position: order,
      publishedAt: published === undefined ? null : new Date(published),
      withdrawnAt: withdrawn === undefined ? null : new Date(withdrawn),
      formerSlugs,
      text: textOf(entry, members),
      rendered,
      next:
        entry.next && nextRendered
          ? { at: new Date(entry.next.head.at), text: textOf(entry.next, members), rendered: nextRendered }
          : null,
    });
  }
}

function getShownTimes({ head: { published, withdrawn } }: ContentSources['entries'][number]): ShownTimes {
  const toDate = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return { publishedAt: toDate(published), withdrawnAt: toDate(withdrawn) };
}

/** Returns all targets that a file may refer to: those in the folder and those that stay in the database. */
async function findKnown(
  { db }: Context,
  folder: ContentSources,
  prune: boolean,
): Promise<KnownReferences & { positions: Set<string> }> {
  const names = async <R>(given: readonly R[], find: () => Promise<R[]>, nameOf: (row: R) => string) =>
    new Set([...given, ...(prune ? [] : await find())].map(nameOf));
  const slugs = (given: readonly { slug: string }[], table: PgTable & { slug: PgColumn }) =>
    names(
      given,
      () => db.select({ slug: table.slug }).from(table) as Promise<{ slug: string }[]>,
      ({ slug }) => slug,
    );
  const categoryRows = await db.select().from(categories);
  const { type, slug, publishedAt, withdrawnAt } = entries;
  const rows = prune ? [] : await db.select({ type, slug, publishedAt, withdrawnAt }).from(entries);
  const stored = rows.map((row) => [typedSlug(row), row] as const);
  const given = folder.entries.map((entry) => [typedSlug(entry), getShownTimes(entry)] as const);
  // The pictures of the folder are stored already.
  const storedPictures = await db.select({ name: media.name, alt: media.alt }).from(media);
  const pictures = prune
    ? storedPictures.filter(({ name }) => folder.media.some((given) => given.name === name))
    : storedPictures;
  return {
    now: await readDatabaseTime({ db }),
    entries: new Map([...stored, ...given]),
    categories: await names(folder.categories, async () => categoryRows, typedSlug),
    // The categories of the folder are stored already.
    hiddenCategories: new Set(categoryRows.filter(({ enabled }) => !enabled).map(typedSlug)),
    members: await slugs(folder.members, teamMembers),
    positions: await slugs(folder.positions, positions),
    interests: await slugs(folder.interests, interests),
    pictures: new Set(pictures.map(({ name }) => name)),
    decorativePictures: new Set(pictures.filter(({ alt }) => alt === '').map(({ name }) => name)),
  };
}

/**
 * Imports a folder of content into the database. Rows without a file stay, or are deleted with `prune`. All or nothing:
 * `ContentError` lists file, line and field of every problem, and nothing changes.
 */
export async function importContent({ db }: Context, root: string, { prune = false } = {}): Promise<ImportCounts> {
  let removed = 0;
  const problems: ContentProblem[] = [];
  const folder = await readContent(root, problems);
  if (problems.length > 0) throw new ContentError(problems);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.contentImport})`);
    const ctx = { db: tx };
    await putLists(ctx, folder);
    await importMedia(ctx, folder.media, problems);
    const known = await findKnown(ctx, folder, prune);
    await putMembers(ctx, folder, known, problems);
    problems.push(...(await checkAddresses(ctx, folder, prune)));
    await putEntries(ctx, folder, known, problems);
    problems.push(...(await mergeDraftsWithImport(ctx, folder)), ...(await importDrafts(ctx, folder)));
    if (problems.length > 0) throw new ContentError(problems);
    if (prune) removed = await pruneContent(ctx, folder);
    await markContentImported(ctx);
  });
  const { categories: c, members, personas: p, interests: i, media: m } = folder;
  return {
    entries: folder.entries.length,
    categories: c.length,
    members: members.length,
    personas: p.length,
    interests: i.length,
    media: m.length,
    removed,
  };
}
