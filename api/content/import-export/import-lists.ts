import { and, inArray, or } from 'drizzle-orm';
import { selectableTypes } from '../../../contract/content/entry-types.ts';
import type { ListName } from '../../../contract/studio/list-names.ts';
import type { Context } from '../../context.ts';
import { feedIds, media, positions } from '../../db/index.ts';
import { fixFeedId } from '../feed/feed-ids.ts';
import { renderInThread } from '../markdown/render-in-thread.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import type { ImportedResult } from './apply-plan.ts';
import { type ExportManifest, getDatabaseId } from './manifest.ts';
import { type ListSource, mergeList } from './merge-lists.ts';
import type { ContentProblem, KeptItem } from './problems.ts';
import type { ContentSources } from './read.ts';

/** Returns the items of a folder's lists in the form in which they are merged. */
function toListSources(folder: ContentSources): [ListName, ListSource[]][] {
  const create =
    (file: string) =>
    ({ slug, formerSlugs, label, name = label, ...rest }: ListFileRow): ListSource => {
      const { type: _, ...fields } = { ...rest, name };
      return { slug, fields, formerSlugs, file, findLine: () => 1 };
    };
  return [
    ...selectableTypes.map((list): [ListName, ListSource[]] => [
      list,
      folder.categories.filter(({ type }) => type === list).map(create('categories.yaml')),
    ]),
    ['POSITION', folder.positions.map(create('positions.yaml'))],
    ['INTEREST', folder.interests.map(create('interests.yaml'))],
    ['PERSONA', folder.personas.map(create('personas.yaml'))],
  ];
}

/** A row of a file with a list. Every row has a slug, and a name or a label, depending on the list. */
type ListFileRow = { slug: string; formerSlugs: string[]; name?: string; label?: string; type?: string };

/** Returns the lists as they were when the folder was exported from this database; none for another folder. */
export async function readExportedLists(ctx: Context, { manifest }: ContentSources): Promise<ExportManifest['lists']> {
  return manifest?.database === (await getDatabaseId(ctx)) ? manifest.lists : {};
}

/** Merges the categories, positions, interests and personas of a folder. The results are as of `mergeList`. */
export async function importLists(
  ctx: Context,
  folder: ContentSources,
  exported: ExportManifest['lists'],
  problems: ContentProblem[],
  kept: KeptItem[],
): Promise<void> {
  for (const [list, sources] of toListSources(folder))
    await mergeList(ctx, { list, sources, exported: exported[list] ?? {} }, problems, kept);
}

/**
 * Merges the team of a folder; `removed` are the positions that pruning removes. `problems` also gets unknown positions
 * and portraits, and texts that cannot be rendered.
 */
export async function importMembers(
  ctx: Context,
  folder: ContentSources,
  { exported, removed }: { exported: ExportManifest['lists']; removed: ReadonlySet<string> },
  problems: ContentProblem[],
  kept: KeptItem[],
): Promise<void> {
  const { db } = ctx;
  const positionSlugs = new Set((await db.select().from(positions)).map(({ slug }) => slug));
  const pictures = new Set((await db.select({ name: media.name }).from(media)).map(({ name }) => name));
  const isKnown = ({ head: { position, portrait }, file, findLine }: ContentSources['members'][number]) => {
    const refuse = (field: string, name: string) =>
      problems.push({ file, line: findLine([field]), field, message: `${name} does not exist` });
    if (removed.has(position) || !positionSlugs.has(position)) return refuse('position', position) === 0;
    return !portrait || pictures.has(portrait) || refuse('portrait', portrait) === 0;
  };
  const members = folder.members.filter(isKnown);
  const sources = members.map(
    ({ slug, head: { left, portrait, formerSlugs, ...head }, body, file, findLine }): ListSource => {
      const fields = { ...head, body, leftOn: left ?? null, portrait: portrait ?? null };
      return { slug, fields, formerSlugs, file, findLine: (field) => findLine([field === 'leftOn' ? 'left' : field]) };
    },
  );
  async function complete({ slug, file }: ListSource, fields: Record<string, unknown>): Promise<object> {
    if (typeof fields.body !== 'string') return {};
    const rendered = await renderInThread(fields.body, null).catch(returnTextError);
    if (!(rendered instanceof TextError)) return { html: rendered.html };
    const bodyLine = members.find((member) => member.slug === slug)?.bodyLine ?? 1;
    const line = bodyLine + (rendered.line ?? 1) - 1;
    problems.push({ file, line, field: 'body', message: rendered.problem });
    // A person whose text is refused is stored too, so that their entries are not refused for a missing author.
    return { html: '' };
  }
  await mergeList(ctx, { list: 'TEAM', sources, exported: exported.TEAM ?? {} }, problems, kept, complete);
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
