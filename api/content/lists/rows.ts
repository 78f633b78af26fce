import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isCategoryList, type ListFieldName, type ListName, listFields } from '../../../contract/studio/list-names.ts';
import type { ListItemFields } from '../../../contract/studio/list-shapes.ts';
import type { Context } from '../../context.ts';
import { categories, interests, personas, positions, teamMembers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

type CategoryTable = typeof categories;
type Row = CategoryTable['$inferSelect'];

// The tables differ in the columns of the fields only, which are read and written by the names below.
const toListTable = (table: unknown) => table as CategoryTable;
const otherTables = {
  INTEREST: toListTable(interests),
  PERSONA: toListTable(personas),
  POSITION: toListTable(positions),
  TEAM: toListTable(teamMembers),
};

export const getListTable = (list: ListName) => (isCategoryList(list) ? categories : otherTables[list]);

/** Returns the condition that a row of the table belongs to the list. */
const isOfList = (list: ListName) => (isCategoryList(list) ? eq(categories.type, list) : undefined);

/** Returns the property of a row that has a field of its item. */
function getProperty(list: ListName, field: ListFieldName): string {
  if (field === 'position') return 'positionId';
  return field === 'name' && (list === 'INTEREST' || list === 'PERSONA' || list === 'POSITION') ? 'label' : field;
}

export type ItemFields = Partial<ListItemFields>;

export interface ListRow {
  id: number;
  slug: string;
  fields: ItemFields;
  row: Row;
}

function toListRow(list: ListName, row: Row): ListRow {
  const values = row as unknown as Record<string, unknown>;
  const fields = Object.fromEntries(listFields[list].map((field) => [field, values[getProperty(list, field)]]));
  return { id: row.id, slug: row.slug, fields: fields as ItemFields, row };
}

/** Returns the columns of a row for fields of its item. Throws `bad_request` for a field that the list has not. */
export function toColumns(list: ListName, fields: ItemFields): Partial<Row> {
  const columns = Object.entries(fields).map(([name, value]) => {
    const field = listFields[list].find((each) => each === name);
    if (!field) throw new ApiError('bad_request', `This list has no field ${name}.`);
    return [getProperty(list, field), value];
  });
  return Object.fromEntries(columns) as Partial<Row>;
}

/** `key`: also names of the rows in other tables wait, so that none of them names an item that is merged meanwhile. */
type Lock = 'order' | 'key';

/**
 * Returns the items of a list in the order of the editors, without those that were merged. With a lock, nobody else
 * changes the list until the transaction ends.
 */
export async function readList({ db }: Context, list: ListName, lock?: Lock): Promise<ListRow[]> {
  const table = getListTable(list);
  // In one order for everybody, so that no two of them wait for each other.
  if (lock)
    await db
      .select({ id: table.id })
      .from(table)
      .where(isOfList(list))
      .orderBy(asc(table.id))
      .for(lock === 'key' ? 'update' : 'no key update');
  const rows = await db
    .select()
    .from(table)
    .where(and(isOfList(list), isNull(table.mergedIntoId)))
    .orderBy(asc(table.position), asc(table.id));
  return rows.map((row) => toListRow(list, row));
}

/** Returns one of the items; `not_found` for an unknown id. */
export function getItem(items: readonly ListRow[], id: number): ListRow {
  const item = items.find((each) => each.id === id);
  if (!item)
    throw new ApiError('not_found', 'This item is no longer in the list. Somebody may have merged or removed it.');
  return item;
}

/** Returns the rows that were merged into an item: merged items, and former addresses of the item. */
export async function readMergedRows({ db }: Context, list: ListName, into: number): Promise<Row[]> {
  const table = getListTable(list);
  return db.select().from(table).where(eq(table.mergedIntoId, into));
}

/** Returns the row of a list with a slug, also a merged one; undefined without one. */
export async function findRow({ db }: Context, list: ListName, slug: string): Promise<Row | undefined> {
  const table = getListTable(list);
  const [row] = await db
    .select()
    .from(table)
    .where(and(isOfList(list), eq(table.slug, slug)));
  return row;
}

/** Changes columns of the rows with these ids. */
export async function updateRows({ db }: Context, list: ListName, ids: readonly number[], columns: Partial<Row>) {
  const table = getListTable(list);
  if (ids.length > 0 && Object.keys(columns).length > 0)
    await db
      .update(table)
      .set(columns)
      .where(inArray(table.id, [...ids]));
}

/** Stores the places of items as they stand in an order. */
export async function storeOrder(ctx: Context, list: ListName, items: readonly ListRow[], order: readonly number[]) {
  for (const [position, id] of order.entries())
    if (items.find((item) => item.id === id)?.row.position !== position)
      await updateRows(ctx, list, [id], { position });
}

/**
 * Returns SQL that selects the slug of an item (`slug`) and the id of an entry that names it (`id`), once for each of
 * its texts: what is published or scheduled, and the draft. Items of other lists have ids below 0.
 */
function createUsesSql(list: ListName): SQL {
  const drafts = (slug: SQL, where: SQL = sql`true`) =>
    sql`select ${slug} as slug, e.id from drafts d join entries e on e.id = d.entry_id where ${where}`;
  const shown = sql`entries e join revisions r on r.id in (e.live_revision_id, e.next_revision_id)`;
  if (isCategoryList(list))
    return sql`select c.slug, e.id from entries e join categories c on c.id = e.category_id where e.type = ${list}
      union ${drafts(sql`d.content ->> 'category'`, sql`e.type = ${list}`)}`;
  if (list === 'TEAM')
    return sql`select m.slug, e.id from ${shown} join team_members m on m.id = r.author_id
      union ${drafts(sql`d.content ->> 'author'`)}`;
  if (list === 'INTEREST')
    return sql`select unnest(r.interests), e.id from ${shown}
      union select unnest(interests), -id from personas where merged_into_id is null
      union ${drafts(sql`jsonb_array_elements_text(d.content -> 'interests')`)}`;
  if (list === 'POSITION')
    return sql`select p.slug, -m.id from team_members m join positions p on p.id = m.position_id
      where m.merged_into_id is null`;
  return sql`select '' as slug, 0::bigint as id where false`;
}

/** Returns how many entries, and items of other lists, name each item, by its slug. */
export async function countUses({ db }: Context, list: ListName): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ slug: string; count: number }>(
    sql`select slug, count(*)::int as count from (${createUsesSql(list)}) as uses (slug, id)
      where slug is not null group by slug`,
  );
  return new Map(rows.map(({ slug, count }) => [slug, count]));
}

/** Returns the ids of the entries that name an item. */
export async function listUsingEntries({ db }: Context, list: ListName, slug: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${createUsesSql(list)}) as uses (slug, id) where slug = ${slug} and id > 0`,
  );
  return rows.map(({ id }) => Number(id));
}
