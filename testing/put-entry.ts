import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import { unindexSupersededRevisions } from '../api/content/entries/index-text.ts';
import type { RenderedContent } from '../api/content/entries/render-content.ts';
import { type RevisionText, storeRevision } from '../api/content/entries/store-revision.ts';
import type { Context } from '../api/context.ts';
import { entries, formerSlugs } from '../api/db/tables.ts';
import type { TypeWithPages } from '../contract/content/entry-types.ts';

export interface EntryInput {
  type: TypeWithPages;
  slug: string;
  categoryId: number | null;
  position: number;
  /** null: a draft; in the future: scheduled. */
  publishedAt: Date | null;
  withdrawnAt: Date | null;
  formerSlugs: string[];
  text: RevisionText;
  rendered: RenderedContent;
  /** A revision that replaces the text at a given time. */
  next: { at: Date; text: RevisionText; rendered: RenderedContent } | null;
}

/**
 * Creates or updates the entry with this type and slug, for tests and benchmarks, and returns its id. A new revision is
 * stored only when the text differs from the live revision. Call inside a transaction. Imports and the Studio store
 * entries by `api/content/entries/store-revision.ts` and `show-content.ts`.
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
  const isShown = publishedAt !== null && publishedAt <= new Date();
  const liveRevisionId = await storeRevision(
    ctx,
    { entryId: entry.id, type, slug, isShown },
    entry.liveRevisionId,
    input.text,
    input.rendered,
  );
  const nextRevisionId = input.next
    ? await storeRevision(
        ctx,
        { entryId: entry.id, type, slug, isShown: false },
        entry.nextRevisionId,
        input.next.text,
        input.next.rendered,
      )
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
  await putFormerSlugs(ctx, { id: entry.id, type }, input.formerSlugs);
  return entry.id;
}

/** Replaces the former slugs of an entry. Slugs that the entry already has keep their `since`. */
async function putFormerSlugs({ db }: Context, { id, type }: { id: number; type: TypeWithPages }, slugs: string[]) {
  await db
    .delete(formerSlugs)
    .where(and(eq(formerSlugs.entryId, id), slugs.length > 0 ? notInArray(formerSlugs.slug, slugs) : undefined));
  if (slugs.length === 0) return;
  await db
    .insert(formerSlugs)
    .values(slugs.map((slug) => ({ type, slug, entryId: id })))
    .onConflictDoUpdate({
      target: [formerSlugs.type, formerSlugs.slug],
      set: { entryId: id, since: sql`now()` },
      setWhere: ne(formerSlugs.entryId, id),
    });
}
