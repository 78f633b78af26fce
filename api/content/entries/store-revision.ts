import { eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { contentSchemaVersion, upgradeText, type VersionedEntry } from '../../../contract/studio/content-versions.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import { revisions } from '../../db/index.ts';
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
