import { eq, sql } from 'drizzle-orm';
import { type EntryType, entryTypes } from '../../../contract/content/entry-types.ts';
import { isReservedPageSlug } from '../../../contract/content/page-slugs.ts';
import { contentSchemaVersion, upgradeText, type VersionedEntry } from '../../../contract/studio/content-versions.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import { deletedEntries, entries, formerSlugs, redirects, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import type { EntryRow } from '../drafts/find.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { addToSpellingDictionary, createIndexedText } from './index-text.ts';
import type { RenderedContent } from './render-content.ts';

/** The text of a revision, already validated by the contract. */
export interface RevisionText {
  title: string;
  summary: string;
  body: string;
  fields: Record<string, unknown>;
  keywords: string[];
  interests: string[];
  authorId: number | null;
  revisedAt: Date | null;
}

function pickText({ title, summary, body, fields, keywords, interests, authorId, revisedAt }: RevisionText) {
  return { title, summary, body, fields, keywords, interests, authorId, revisedAt };
}

function isSameText(entry: VersionedEntry, stored: typeof revisions.$inferSelect, text: RevisionText): boolean {
  return isSame(pickText(upgradeText(entry, stored.schemaVersion, stored)), pickText(text));
}

/** Returns the columns of a revision that are made from its rendered content, besides those of the search index. */
export function getRenderedColumns({ html, toc, rendered, words, cover, pictureNames }: RenderedContent) {
  return { html, toc, rendered, words, cover, pictures: pictureNames, renderer: rendererVersion };
}

/** The entry of a new revision, and how it is published. */
export interface RevisionOf {
  entryId: number;
  type: EntryType;
  slug: string;
  /** Whether visitors see the revision at once. */
  isShown: boolean;
  /** Null for an import. */
  publishedBy?: number | null;
}

/**
 * Stores a text as a new revision of an entry, unless the current revision has the same text; returns its id. Call in a
 * transaction that has locked the entry.
 */
export async function storeRevision(
  { db }: Context,
  { entryId, type, slug, isShown, publishedBy = null }: RevisionOf,
  currentId: number | null,
  text: RevisionText,
  rendered: RenderedContent,
): Promise<number> {
  const [current] = currentId === null ? [] : await db.select().from(revisions).where(eq(revisions.id, currentId));
  const columns = getRenderedColumns(rendered);
  if (current && isSameText({ type, slug }, current, text)) {
    // A picture may have changed, and with it the HTML of the same text.
    if (current.html !== columns.html || !isSame(current.rendered, columns.rendered))
      await db.update(revisions).set(columns).where(eq(revisions.id, current.id));
    return current.id;
  }
  const indexed = createIndexedText({ ...text, type }, rendered);
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from revisions where entry_id = ${entryId})`;
  const [made] = await db
    .insert(revisions)
    .values({
      ...text,
      entryId,
      number,
      ...columns,
      publishedBy,
      schemaVersion: contentSchemaVersion,
      ...indexed,
    })
    .returning({ id: revisions.id });
  // A spelling suggestion must not reveal words that visitors cannot read yet.
  if (isShown) await addToSpellingDictionary({ db }, `${text.title} ${text.summary} ${indexed.plain}`);
  if (!made) throw new Error('The revision was not stored');
  return made.id;
}

/** A new entry. `createdBy` is null for an import. Only an entry that is restored brings its id. */
type NewEntry = Pick<EntryRow, 'type' | 'slug' | 'createdBy'> &
  Partial<Pick<EntryRow, 'id' | 'publishedAt' | 'withdrawnAt'>>;

/** Stores an entry without a text. Returns null if another entry has its address, also one of a transaction at work. */
async function tryInsertEntry({ db }: Context, values: NewEntry): Promise<EntryRow | null> {
  const [entry] = await db
    .insert(entries)
    .overridingSystemValue()
    .values(values)
    .onConflictDoNothing({ target: [entries.type, entries.slug] })
    .returning();
  return entry ?? null;
}

/** Stores an entry without a text. `conflict` if another entry has its address. */
export async function insertEntry(ctx: Context, values: NewEntry): Promise<EntryRow> {
  const entry = await tryInsertEntry(ctx, values);
  if (entry) return entry;
  const message = 'Somebody has just created an entry with this address.';
  throw new ApiError('conflict', message, [{ path: 'slug', message }]);
}

/**
 * Returns the slug or, if it is taken, the next free one: `slug-2`. Taken are the present and former addresses of
 * entries, those from which a redirect leads, those of the site itself, and those to which other deleted entries may
 * be restored.
 */
async function findFreeSlug({ db }: Context, { type, slug, id }: NewEntry): Promise<string> {
  // With the number, the slug has at most 120 characters. Two hyphens in a row are no slug.
  const stem = slug.slice(0, 110).replace(/-$/, '');
  const { itemPath } = entryTypes[type];
  const { rows } = await db.execute<{ slug: string }>(sql`
    select slug from (
      select slug from ${entries} where type = ${type}
      union all select slug from ${formerSlugs} where type = ${type}
      union all select slug from ${deletedEntries} where type = ${type} and id is distinct from ${id ?? null}
      union all select substr(path, ${itemPath.length + 1}) from ${redirects} where starts_with(path, ${itemPath})
    ) as taken where slug = ${slug} or slug ~ ${`^${stem}-[0-9]+$`}`);
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${stem}-${number}`;
    if (!taken.has(candidate) && !(type === 'PAGE' && isReservedPageSlug(candidate))) return candidate;
  }
}

/**
 * Stores an entry without a text at its address or, if that is taken, at the next free one: `slug-2`. `conflict` for a
 * setting that exists, because its slug says which one it is.
 */
export async function insertEntryAtFreeSlug(ctx: Context, values: NewEntry): Promise<EntryRow> {
  if (values.type === 'SETTING') return insertEntry(ctx, values);
  for (;;) {
    const slug = await findFreeSlug(ctx, values);
    const entry = await tryInsertEntry(ctx, { ...values, slug });
    // Null if somebody took the slug after it was found free.
    if (entry) return entry;
  }
}
