import { and, eq, inArray } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { BulkPlan, BulkPlanItem, BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import { findPublishObstacle } from '../../../contract/studio/find-publish-obstacle.ts';
import type { EntryContentProblem, EntrySummary } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { categories, entries } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { type EntryRow, getCurrentContent } from '../drafts/find.ts';
import { selectEntrySummaries } from '../drafts/list.ts';
import { findProblems } from '../entries/check.ts';
import {
  addPublished,
  findKnownReferences,
  formatTypedSlug,
  type KnownReferences,
} from '../entries/known-references.ts';
import { findLinkingEntries } from '../entries/links.ts';
import { findChangedPages, renderContent } from '../entries/render-content.ts';
import { returnTextError } from '../markdown/text-error.ts';

interface PublicationOrder {
  /** The problems of entries that cannot be published, by the id of the entry. */
  problems: Map<number, EntryContentProblem[]>;
  /** The ids of the other entries. Those of a group link to each other, so that all or none of them are published. */
  groups: number[][];
}

/**
 * The most rounds in which entries are taken that link only to entries taken before. The entries that remain after the
 * last round form one group.
 */
const maxRounds = 8;

interface Candidate {
  entry: EntryRow;
  check(known: KnownReferences): Promise<EntryContentProblem[]>;
}

async function prepareCandidate(ctx: Context, entry: EntryRow): Promise<Candidate> {
  const { content } = await getCurrentContent(ctx, entry);
  const rendered = await renderContent(ctx, entry, entry.type, content).catch(returnTextError);
  return { entry, check: (known) => findProblems(ctx, entry, content, rendered, { known }) };
}

/**
 * Returns the largest set of entries that has no problems when it is published together, and adds the problems of the
 * other entries to `problems`.
 */
async function findPublishableSet(
  given: readonly Candidate[],
  known: KnownReferences,
  problems: PublicationOrder['problems'],
): Promise<readonly Candidate[]> {
  const targets = addPublished(
    known,
    given.map(({ entry }) => formatTypedSlug(entry)),
  );
  const passed: Candidate[] = [];
  for (const candidate of given) {
    const found = await candidate.check(targets);
    if (found.length === 0) passed.push(candidate);
    else problems.set(candidate.entry.id, found);
  }
  return passed.length === given.length ? passed : findPublishableSet(passed, known, problems);
}

/**
 * Returns an order in which entries can be published, so that no link leads to an entry that visitors do not see yet.
 * Entries that form a cycle of links are in one group.
 */
async function orderPublications(ctx: Context, entries: readonly EntryRow[]): Promise<PublicationOrder> {
  let known = await findKnownReferences(ctx);
  let rest: Candidate[] = [];
  for (const entry of entries) rest.push(await prepareCandidate(ctx, entry));
  const groups: number[][] = [];
  for (let round = 0; round < maxRounds; round++) {
    const left: Candidate[] = [];
    for (const candidate of rest) {
      if ((await candidate.check(known)).length > 0) left.push(candidate);
      else {
        groups.push([candidate.entry.id]);
        known = addPublished(known, [formatTypedSlug(candidate.entry)]);
      }
    }
    const isStuck = left.length === rest.length;
    rest = left;
    if (isStuck) break;
  }
  const problems: PublicationOrder['problems'] = new Map();
  const together = await findPublishableSet(rest, known, problems);
  if (together.length > 0) groups.push(together.map(({ entry }) => entry.id));
  return { problems, groups };
}

/** Why an entry would not change, and the problems that prevent its publication. Null: it would change. */
type Obstacle = { reason: string; problems: EntryContentProblem[] } | null;

type CategoryRow = typeof categories.$inferSelect;

const createObstacle = (reason: string, problems: EntryContentProblem[] = []): Obstacle => ({ reason, problems });

function createPublishObstacle(summary: EntrySummary): Obstacle {
  const reason = findPublishObstacle(summary);
  return reason === null ? null : createObstacle(reason);
}

function findWithdrawObstacle({ state, type }: EntrySummary): Obstacle {
  if (type === 'SETTING') return createObstacle('Every page needs it. Publish other values instead.');
  if (state === 'DRAFT') return createObstacle('It has never been published.');
  if (state === 'SCHEDULED') return createObstacle('Visitors do not see it yet. Cancel its publication instead.');
  return state === 'WITHDRAWN' ? createObstacle('It is already withdrawn.') : null;
}

async function findCategoryObstacle(ctx: Context, entry: EntryRow, category: CategoryRow | null): Promise<Obstacle> {
  if (entry.type !== category?.type) return createObstacle('The type of this entry does not have this category.');
  const { content } = await getCurrentContent(ctx, entry);
  // Visitors see the category of the entry, which a draft may differ from.
  const isShown = entry.publishedAt === null || entry.categoryId === category.id;
  return isShown && content.category === category.slug ? createObstacle('It already has this category.') : null;
}

/** Returns the chosen category; null for an act without one. `bad_request` if there is no such category. */
async function findCategory({ db }: Context, { kind, category }: BulkSelection): Promise<CategoryRow | null> {
  if (kind !== 'CATEGORISE') return null;
  const [found] = category
    ? await db
        .select()
        .from(categories)
        .where(and(eq(categories.type, category.type), eq(categories.slug, category.slug)))
    : [];
  if (found) return found;
  const message = category ? `${category.slug} is not a category of this type.` : 'Choose a category.';
  throw new ApiError('bad_request', message, [{ path: 'category', message }]);
}

/** Returns what an act would do to each selected entry. Nothing changes. `bad_request` for an unknown category. */
export async function planBulkAct(ctx: Context, selection: BulkSelection): Promise<BulkPlan> {
  return (await planGroups(ctx, selection)).plan;
}

/** As `planBulkAct`, with the ids of the entries that change: groups that change together, in the order of changes. */
export async function planGroups(
  ctx: Context,
  selection: BulkSelection,
): Promise<{ plan: BulkPlan; groups: number[][] }> {
  const { kind } = selection;
  const category = await findCategory(ctx, selection);
  const ids = selection.entries.map(({ id }) => id);
  const rows = new Map(
    (await ctx.db.select().from(entries).where(inArray(entries.id, ids))).map((row) => [row.id, row]),
  );
  const summaries = new Map((await selectEntrySummaries(ctx, ids)).map((summary) => [summary.id, summary]));
  const obstacles = new Map<number, Obstacle>();
  for (const { id, version } of selection.entries) {
    const entry = rows.get(id);
    const summary = summaries.get(id);
    const obstacle =
      !entry || !summary
        ? createObstacle('This entry no longer exists.')
        : summary.version !== version
          ? createObstacle('Somebody has changed it since you selected it.')
          : kind === 'PUBLISH'
            ? createPublishObstacle(summary)
            : kind === 'WITHDRAW'
              ? findWithdrawObstacle(summary)
              : await findCategoryObstacle(ctx, entry, category);
    obstacles.set(id, obstacle);
  }
  const free = ids.filter((id) => !obstacles.get(id)).flatMap((id) => rows.get(id) ?? []);
  const order = kind === 'PUBLISH' ? await orderPublications(ctx, free) : null;
  for (const [id, problems] of order?.problems ?? [])
    obstacles.set(id, createObstacle('It cannot be published yet.', problems));
  const items = ids.map((id): BulkPlanItem => {
    const entry = rows.get(id);
    const obstacle = obstacles.get(id);
    return {
      id,
      type: entry?.type ?? null,
      title: summaries.get(id)?.title || 'Untitled',
      path: entry ? getEntryPath(entry.type, entry.slug) : '',
      willChange: !obstacle,
      reason: obstacle?.reason ?? null,
      problems: obstacle?.problems ?? [],
      linkedFrom: [],
    };
  });
  const changing = items.filter(({ willChange }) => willChange);
  const withdrawn = kind === 'WITHDRAW' ? changing.flatMap(({ id }) => rows.get(id) ?? []) : [];
  const links = await findLinkingEntries(ctx, withdrawn);
  const plan = {
    category: category?.name ?? null,
    items: items.map((item) => ({ ...item, linkedFrom: links.get(item.id) ?? [] })),
    count: changing.length,
    pages: await findChangedPages(
      ctx,
      selection,
      changing.flatMap(({ id }) => summaries.get(id) ?? []),
    ),
  };
  return { plan, groups: order?.groups ?? changing.map(({ id }) => [id]) };
}
