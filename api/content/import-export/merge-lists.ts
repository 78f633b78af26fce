import { and, eq, isNull } from 'drizzle-orm';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import { listActs, positions } from '../../db/index.ts';
import { mergeOrders } from '../lists/merge-orders.ts';
import { getListTable, type ListRow, readList, readMergedRows, toColumns, updateRows } from '../lists/rows.ts';
import type { ContentProblem, KeptItem } from './problems.ts';

/** The fields of an item as its file has them: a position by its slug, and the place of a person as `order`. */
type FileFields = Record<string, unknown>;

/** The items of a list as they are exported, by their slugs. */
export type ListState = Record<string, FileFields>;

/** An item of a list in a folder. */
export interface ListSource {
  slug: string;
  fields: FileFields;
  formerSlugs: readonly string[];
  /** Where problems are reported: the file, and the line of a field or of the item. */
  file: string;
  findLine: (field: string) => number;
}

/** A list of a folder, and the same list when the folder was exported; none for a folder that no export wrote. */
export interface ListToMerge {
  list: ListName;
  sources: readonly ListSource[];
  exported: ListState;
}

async function readPositionSlugs({ db }: Context): Promise<Map<number, string>> {
  return new Map((await db.select().from(positions)).map(({ id, slug }) => [id, slug]));
}

/** Returns the fields of an item as its file has them. Only the places of people are fields of their files. */
function toFileFields(
  list: ListName,
  { fields, row }: ListRow,
  positionSlugs: ReadonlyMap<number, string>,
): FileFields {
  const { slug: _, ...others } = fields;
  if (list !== 'TEAM') return others;
  return { ...others, position: positionSlugs.get(fields.position ?? 0), order: row.position };
}

/** Returns the items of a list in their order, as their files have them. */
export async function readListState(ctx: Context, list: ListName): Promise<ListState> {
  const positionSlugs = await readPositionSlugs(ctx);
  const rows = await readList(ctx, list);
  return Object.fromEntries(rows.map((item) => [item.slug, toFileFields(list, item, positionSlugs)]));
}

/** Returns the slugs by which each item of a list is known besides its own, by the id of the item. */
export async function readFormerSlugs(ctx: Context, list: ListName): Promise<Map<number, string[]>> {
  const former = new Map<number, string[]>();
  for (const { id } of await readList(ctx, list))
    former.set(id, (await readMergedRows(ctx, list, id)).map(({ slug }) => slug).sort());
  return former;
}

/** Returns the slug of each item of a list, and whether the item is unchanged since an import stored it. */
export async function readUnchangedImports(ctx: Context, list: ListName) {
  const positionSlugs = await readPositionSlugs(ctx);
  return (await readList(ctx, list)).map((item) => {
    const { order: _, ...stored } = toFileFields(list, item, positionSlugs);
    const { order: __, ...imported } = item.row.imported ?? {};
    return { id: item.id, name: item.slug, isOfImport: item.row.imported !== null && isSame(stored, imported) };
  });
}

const inStudio = 'was changed in the Studio too since the last import';

/**
 * Returns the fields of an item that the import changes. `base` is null for an item that was made in the Studio.
 * `problems` gets what files and Studio changed differently.
 */
function mergeFields(
  source: ListSource,
  stored: FileFields,
  base: FileFields | null,
  problems: ContentProblem[],
): FileFields {
  const merged: FileFields = {};
  for (const [field, given] of Object.entries(source.fields)) {
    const current = stored[field];
    // A field that the last import did not have yet.
    const before = base && field in base ? base[field] : current;
    if (isSame(given, current) || (base && isSame(given, before))) continue;
    merged[field] = given;
    if (!base || !isSame(current, before)) {
      const message = `${base ? inStudio : 'is of an item that was made in the Studio'}: there it is ${JSON.stringify(current)}; export the content, and change that copy`;
      problems.push({ file: source.file, line: source.findLine(field), field, message });
    }
  }
  return merged;
}

/** Returns the slugs of the items that were removed in the Studio. */
async function readRemoved({ db }: Context, list: ListName): Promise<Set<string | null>> {
  const isRemoval = and(eq(listActs.list, list), eq(listActs.kind, 'REMOVE'), isNull(listActs.undoneAt));
  return new Set((await db.select({ slug: listActs.slug }).from(listActs).where(isRemoval)).map(({ slug }) => slug));
}

/** Stores former slugs of an item, which then lead to it. A slug that another item uses is left out. */
async function storeFormerSlugs(ctx: Context, list: ListName, item: ListRow, slugs: readonly string[]): Promise<void> {
  const { id, imported: _, ...row } = item.row;
  const values = slugs.map((slug) => ({ ...row, slug, enabled: false, mergedIntoId: id }));
  if (values.length > 0) await ctx.db.insert(getListTable(list)).values(values).onConflictDoNothing();
}

/**
 * Merges a list of a folder with what the Studio has changed since the last import, or since the export that wrote the
 * folder. Items that the Studio removed or merged stay so, and are added to `kept`. `problems` gets what both changed.
 * `complete` returns the columns of fields, such as the HTML of a text.
 */
export async function mergeList(
  ctx: Context,
  { list, sources, exported }: ListToMerge,
  problems: ContentProblem[],
  kept: KeptItem[],
  complete: (source: ListSource, fields: FileFields) => Promise<object> = async () => ({}),
): Promise<void> {
  const before = await readList(ctx, list, 'order');
  const removed = await readRemoved(ctx, list);
  const positionSlugs = await readPositionSlugs(ctx);
  const table = getListTable(list);
  const known = new Map(before.map((item) => [item.slug, item]));
  const toRow = async (source: ListSource, { order, position, ...fields }: FileFields) => ({
    ...toColumns(list, fields),
    ...(position !== undefined && { positionId: [...positionSlugs].find(([, slug]) => slug === position)?.[0] }),
    ...(order !== undefined && { position: order as number }),
    ...(await complete(source, fields)),
  });
  for (const source of sources) {
    const { slug, fields } = source;
    const item = known.get(slug);
    const keep = (reason: string) =>
      kept.push({ name: `${list} ${slug}`, reason: `${reason}; remove it from the files` });
    if (item) {
      const base = exported[slug] ?? item.row.imported;
      const merged = mergeFields(source, toFileFields(list, item, positionSlugs), base, problems);
      await updateRows(ctx, list, [item.id], { ...(await toRow(source, merged)), imported: fields });
    } else if (removed.has(slug)) keep('was removed in the Studio');
    else {
      const row = {
        ...(await toRow(source, fields)),
        slug,
        ...(isCategoryList(list) && { type: list }),
        imported: fields,
      };
      const [added] = await ctx.db
        .insert(table)
        .values(row as never)
        .onConflictDoNothing()
        .returning();
      if (!added) keep('was merged into another one in the Studio');
    }
  }
  const after = await readList(ctx, list);
  for (const { slug, formerSlugs } of sources) {
    const item = after.find((each) => each.slug === slug);
    if (item) await storeFormerSlugs(ctx, list, item, formerSlugs);
  }
  // The file of a person says the place by a number.
  if (list === 'TEAM') return;
  const has = (slug: string) => after.some((item) => item.slug === slug);
  const ours = sources.map(({ slug }) => slug).filter(has);
  const base = Object.keys(exported).length > 0 ? Object.keys(exported) : listImportedOrder(before);
  const order = mergeOrders({ base, theirs: before.map(({ slug }) => slug), ours });
  if (!order) {
    const message = `the order ${inStudio}: export the content, and change that copy`;
    problems.push({ file: sources[0]?.file ?? '', line: 1, field: '', message });
    return;
  }
  for (const [position, slug] of order.entries()) {
    const item = after.find((each) => each.slug === slug);
    const place = ours.indexOf(slug);
    const imported = place < 0 ? undefined : { ...item?.row.imported, order: place };
    if (item) await updateRows(ctx, list, [item.id], { position, ...(imported && { imported }) });
  }
}

/** Returns the slugs of the items that the last import stored, in the order of its files. */
function listImportedOrder(items: readonly ListRow[]): string[] {
  const placed = items.flatMap(({ slug, row }) =>
    typeof row.imported?.order === 'number' ? [{ slug, order: row.imported.order }] : [],
  );
  return placed.sort((a, b) => a.order - b.order).map(({ slug }) => slug);
}
