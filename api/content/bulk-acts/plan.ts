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
import { findLinkingEntries } from '../entries/links.ts';
import { findChangedPages } from '../entries/render-content.ts';
import { orderPublications } from './order-publications.ts';

/** Why an entry would not change, and the problems that prevent its publication. Null: it would change. */
type Obstacle = { reason: string; problems: EntryContentProblem[] } | null;

type CategoryRow = typeof categories.$inferSelect;

const createObstacle = (reason: string, problems: EntryContentProblem[] = []): Obstacle => ({ reason, problems });

function createPublishObstacle(summary: EntrySummary): Obstacle {
  const reason = findPublishObstacle(summary);
  return reason === null ? null : createObstacle(reason);
}

function findWithdrawObstacle({ state }: EntrySummary): Obstacle {
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
