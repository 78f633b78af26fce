import { and, eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries, formerSlugs, revisions } from '../db/tables.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { addToSpellingDictionary, createSearchIndex, unindexSupersededRevisions } from './index-text.ts';

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

export interface EntryInput {
  type: EntryType;
  slug: string;
  categoryId: number | null;
  position: number;
  /** null: a draft; in the future: scheduled. */
  publishedAt: Date | null;
  withdrawnAt: Date | null;
  formerSlugs: string[];
  text: RevisionText;
  rendered: RenderedMarkdown;
  /** A revision that replaces the text at a given time. */
  next: { at: Date; text: RevisionText; rendered: RenderedMarkdown } | null;
}

function isSameText(row: typeof revisions.$inferSelect, text: RevisionText): boolean {
  const stored = [
    row.title,
    row.summary,
    row.body,
    row.fields,
    row.keywords,
    row.interests,
    row.authorId,
    row.revisedAt,
  ];
  const given = [
    text.title,
    text.summary,
    text.body,
    text.fields,
    text.keywords,
    text.interests,
    text.authorId,
    text.revisedAt,
  ];
  return sortedJson(stored) === sortedJson(given);
}

/** Returns JSON with sorted keys, because jsonb does not keep the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

async function putRevision(
  { db }: Context,
  { entryId, type }: { entryId: number; type: EntryType },
  currentId: number | null,
  text: RevisionText,
  rendered: RenderedMarkdown,
): Promise<number> {
  const [current] = currentId === null ? [] : await db.select().from(revisions).where(eq(revisions.id, currentId));
  const { html, toc, words, cover } = rendered;
  if (current && isSameText(current, text)) {
    // A picture may have changed, and with it the HTML of the same text.
    if (current.html !== html) await db.update(revisions).set({ html, cover }).where(eq(revisions.id, current.id));
    return current.id;
  }
  const indexed = createSearchIndex({ ...text, type }, rendered);
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from revisions where entry_id = ${entryId})`;
  const [made] = await db
    .insert(revisions)
    .values({ ...text, entryId, number, html, toc, words, cover, renderer: rendererVersion, ...indexed })
    .returning({ id: revisions.id });
  await addToSpellingDictionary({ db }, `${text.title} ${text.summary} ${indexed.plain}`);
  if (!made) throw new Error('The revision was not stored');
  return made.id;
}

/**
 * Creates or updates the entry with this type and slug, and returns its id. A new revision is stored only when the text
 * differs from the live revision. Call inside a transaction.
 */
export async function putEntry(ctx: Context, input: EntryInput): Promise<number> {
  const { db } = ctx;
  const { type, slug, categoryId, position, publishedAt, withdrawnAt } = input;
  await db.insert(entries).values({ type, slug }).onConflictDoNothing();
  const [entry] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.type, type), eq(entries.slug, slug)))
    .for('update');
  if (!entry) throw new Error('The entry was not stored');
  const liveRevisionId = await putRevision(
    ctx,
    { entryId: entry.id, type },
    entry.liveRevisionId,
    input.text,
    input.rendered,
  );
  const nextRevisionId = input.next
    ? await putRevision(ctx, { entryId: entry.id, type }, entry.nextRevisionId, input.next.text, input.next.rendered)
    : null;
  const state = {
    categoryId,
    position,
    publishedAt,
    withdrawnAt,
    liveRevisionId,
    nextRevisionId,
    nextAt: input.next?.at ?? null,
  };
  const before = { ...entry };
  const isChanged = Object.entries(state).some(
    ([name, value]) => JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(value),
  );
  if (isChanged) {
    await db
      .update(entries)
      .set({ ...state, version: sql`${entries.version} + 1` })
      .where(eq(entries.id, entry.id));
    await unindexSupersededRevisions(ctx, entry.id);
  }
  await db.delete(formerSlugs).where(eq(formerSlugs.entryId, entry.id));
  if (input.formerSlugs.length > 0) {
    await db
      .insert(formerSlugs)
      .values(input.formerSlugs.map((former) => ({ type, slug: former, entryId: entry.id })))
      .onConflictDoUpdate({ target: [formerSlugs.type, formerSlugs.slug], set: { entryId: entry.id } });
  }
  return entry.id;
}
