import { and, inArray, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { categories, feedIds, interests, personas, positions, teamMembers } from '../../db/index.ts';
import { fixFeedId } from '../feed/feed-ids.ts';
import { renderInThread } from '../markdown/render-in-thread.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import type { ImportedResult } from './apply-plan.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentSources } from './read.ts';

/** Returns the update of an upsert that overwrites the named columns with those of the new row. */
function overwriteColumns(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${name}`)]));
}

/** Stores the categories, positions, interests and personas of a folder. Only files change them. */
export async function importLists({ db }: Context, folder: ContentSources): Promise<void> {
  const addPositions = <T extends object>(rows: T[]) => rows.map((row, position) => ({ ...row, position }));
  for (const row of addPositions(folder.categories)) {
    const set = overwriteColumns(['name', 'description', 'position', 'enabled']);
    await db
      .insert(categories)
      .values(row)
      .onConflictDoUpdate({ target: [categories.type, categories.slug], set });
  }
  for (const row of addPositions(folder.positions)) {
    const set = overwriteColumns(['label', 'position', 'enabled']);
    await db.insert(positions).values(row).onConflictDoUpdate({ target: positions.slug, set });
  }
  for (const row of addPositions(folder.interests)) {
    const set = overwriteColumns(['label', 'description', 'position', 'enabled']);
    await db.insert(interests).values(row).onConflictDoUpdate({ target: interests.slug, set });
  }
  for (const row of addPositions(folder.personas)) {
    const set = overwriteColumns(['label', 'description', 'interests', 'position', 'enabled']);
    await db.insert(personas).values(row).onConflictDoUpdate({ target: personas.slug, set });
  }
}

/**
 * Stores the team of a folder; `removed` are the positions that pruning removes. `problems` gets unknown positions, and
 * texts that cannot be rendered.
 */
export async function importMembers(
  { db }: Context,
  folder: ContentSources,
  removed: ReadonlySet<string>,
  problems: ContentProblem[],
): Promise<void> {
  const positionIds = new Map((await db.select().from(positions)).map((row) => [row.slug, row.id]));
  for (const { slug, head, body, bodyLine, file, findLine } of folder.members) {
    const positionId = removed.has(head.position) ? undefined : positionIds.get(head.position);
    if (positionId === undefined) {
      problems.push({
        file,
        line: findLine(['position']),
        field: 'position',
        message: `${head.position} does not exist`,
      });
      continue;
    }
    const rendered = await renderInThread(body, null).catch(returnTextError);
    if (rendered instanceof TextError) {
      const line = bodyLine + (rendered.line ?? 1) - 1;
      problems.push({ file, line, field: 'body', message: rendered.problem });
    }
    // A person whose text is refused is stored too, so that their entries are not refused for a missing author.
    const html = rendered instanceof TextError ? '' : rendered.html;
    const { name, role, joined, focus, enabled, order } = head;
    const row = { name, role, joined, focus, enabled, position: order, positionId, body, html };
    await db
      .insert(teamMembers)
      .values({ slug, ...row })
      .onConflictDoUpdate({ target: teamMembers.slug, set: row });
  }
}

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
