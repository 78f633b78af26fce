import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { addToSpellingDictionary } from './index-text.ts';
import { isEnabled, shownRevisionId } from './visibility.ts';

/** The earliest time of schedules that are finished here. Maintenance must not pause for longer. */
const searchedSince = sql`now() - interval '7 days'`;

/**
 * Finishes schedules whose time has passed: adds the words of texts that visitors see now to the spelling dictionary,
 * and makes passed revisions the live ones. Visitors see nothing change. Returns how many entries changed.
 */
export async function promoteDueRevisions({ db }: Context): Promise<number> {
  const recent = or(
    and(gt(entries.publishedAt, searchedSince), lte(entries.publishedAt, sql`now()`)),
    and(gt(entries.nextAt, searchedSince), lte(entries.nextAt, sql`now()`)),
  );
  const shown = await db
    .select({ title: revisions.title, summary: revisions.summary, plain: revisions.plain })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(and(isEnabled, recent));
  for (const { title, summary, plain } of shown) await addToSpellingDictionary({ db }, `${title} ${summary} ${plain}`);
  const settled = await db
    .update(entries)
    .set({ liveRevisionId: entries.nextRevisionId, nextRevisionId: null, nextAt: null })
    .where(lte(entries.nextAt, sql`now()`));
  return settled.rowCount ?? 0;
}
