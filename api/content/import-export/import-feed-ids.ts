import { and, inArray, or } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { feedIds } from '../../db/index.ts';
import { fixFeedId } from '../feed/feed-ids.ts';
import type { ContentProblem } from './problems.ts';
import type { ImportedResult } from './record-import.ts';

/** Stores the ids in feeds that the files give. Returns a problem for each id that another entry has. */
export async function importFeedIds(
  ctx: Context,
  results: readonly Pick<ImportedResult, 'planned' | 'entry'>[],
): Promise<ContentProblem[]> {
  const { db } = ctx;
  const stored = new Map((await db.select().from(feedIds)).map((row) => [row.entryId, row.id]));
  const given = results.flatMap(({ planned: { files }, entry }) => {
    const id = files.text?.head.feedId;
    return id && files.text && stored.get(entry.id) !== id ? [{ id, entryId: entry.id, source: files.text }] : [];
  });
  if (given.length === 0) return [];
  // A new entry gets its address by itself, which may be the id that another file gives.
  const added = results.filter(({ planned }) => !planned.stored).map(({ entry }) => entry.id);
  const isAnothers = and(
    inArray(
      feedIds.id,
      given.map(({ id }) => id),
    ),
    inArray(feedIds.entryId, added),
  );
  const ofGiven = inArray(
    feedIds.entryId,
    given.map(({ entryId }) => entryId),
  );
  await db.delete(feedIds).where(or(ofGiven, isAnothers));
  const problems: ContentProblem[] = [];
  for (const { id, entryId, source } of given) {
    const done = await db.insert(feedIds).values({ id, entryId }).onConflictDoNothing().returning();
    if (done.length > 0) continue;
    const message = `${id} is the id of another entry`;
    problems.push({ file: source.file, line: source.findLine(['feedId']), field: 'feedId', message });
  }
  for (const entryId of added) await fixFeedId(ctx, entryId);
  return problems;
}
