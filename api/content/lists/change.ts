import { eq, inArray } from 'drizzle-orm';
import {
  isCategoryList,
  type ListFieldName,
  type ListName,
  listFields,
  maxListItems,
} from '../../../contract/studio/list-names.ts';
import type { ListActDone, ListedItem } from '../../../contract/studio/list-operations.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Caller, Context } from '../../context.ts';
import { entries, isUniqueViolation, media, positions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { makeSlug } from '../../make-slug.ts';
import { requireActor } from '../../people/index.ts';
import { selectSummaries } from '../drafts/list.ts';
import { renderInThread } from '../markdown/render-in-thread.ts';
import { mergeOrders } from './merge-orders.ts';
import { renameItemInDrafts } from './move-uses.ts';
import { listNewestActs, recordListAct } from './record-act.ts';
import {
  countUses,
  findRow,
  getItem,
  getListTable,
  type ItemFields,
  type ListRow,
  listUsingEntries,
  readList,
  storeOrder,
  toColumns,
  updateRows,
} from './rows.ts';

/** Returns the items of a list with how often each is named, and what was done to the list last. */
export async function listItems(ctx: Context, { list, before }: { list: ListName; before?: number | undefined }) {
  const [rows, uses, acts] = await Promise.all([
    readList(ctx, list),
    countUses(ctx, list),
    listNewestActs(ctx, list, before),
  ]);
  const items = rows.map(({ id, slug, fields }): ListedItem => ({ id, slug, fields, uses: uses.get(slug) ?? 0 }));
  return { items, acts };
}

/** Returns the entries that name an item. */
export async function listItemUses(ctx: Context, { list, id }: { list: ListName; id: number }) {
  const { slug } = getItem(await readList(ctx, list), id);
  const ids = await listUsingEntries(ctx, list, slug);
  return { items: ids.length === 0 ? [] : await selectSummaries(ctx, inArray(entries.id, ids)) };
}

const createRefusal = (field: ListFieldName, message: string) =>
  new ApiError('unprocessable', 'The item was not saved.', [{ path: field, message }]);

/** Checks the references of fields, and returns the columns with what is made from them. */
async function prepareColumns(ctx: Context, list: ListName, fields: ItemFields, userId: number) {
  const { position, portrait, interests, body } = fields;
  if (position !== undefined && !(await ctx.db.$count(positions, eq(positions.id, position))))
    throw createRefusal('position', 'is no longer a position');
  if (portrait && !(await ctx.db.$count(media, eq(media.name, portrait))))
    throw createRefusal('portrait', 'is not a picture of the library');
  if (interests) {
    const known = new Set((await readList(ctx, 'INTEREST')).map(({ slug }) => slug));
    const unknown = interests.find((slug) => !known.has(slug));
    if (unknown) throw createRefusal('interests', `${unknown} is not an interest`);
  }
  const columns = toColumns(list, fields);
  if (body === undefined) return columns;
  const { html } = await renderInThread(body, { id: 0, createdBy: userId });
  return { ...columns, html };
}

/** Adds an item to the end of a list. `unprocessable` if a field is missing, or the list is full. */
export async function addListItem(
  ctx: Context,
  { list, fields }: { list: ListName; fields: ItemFields },
  caller: Caller,
): Promise<ListActDone> {
  const { userId } = requireActor(caller);
  const whole: ItemFields = {
    enabled: true,
    ...(list === 'TEAM' && { leftOn: null, portrait: null, body: '' }),
    ...fields,
  };
  if (list === 'PERSONA') whole.interests ??= [];
  const missing = listFields[list].filter((field) => field !== 'slug' && whole[field] === undefined);
  if (missing.length > 0)
    throw new ApiError(
      'unprocessable',
      'The item was not added.',
      missing.map((path) => ({ path, message: 'is required' })),
    );
  const name = whole.name ?? '';
  const columns = await prepareColumns(ctx, list, whole, userId);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const items = await readList(tx, list, 'order');
    if (items.length >= maxListItems)
      throw createRefusal('name', `cannot be added: a list has at most ${maxListItems} items`);
    const wanted = fields.slug ?? (await makeSlug(name, 'item'));
    let slug = wanted;
    for (let number = 2; await findRow(tx, list, slug); number++) {
      if (fields.slug) throw createRefusal('slug', 'is the address of another item, or was it before');
      slug = `${wanted}-${number}`;
    }
    const position = Math.max(0, ...items.map(({ row }) => row.position + 1));
    const values = { ...columns, slug, position, ...(isCategoryList(list) && { type: list }) };
    const [added] = await db
      .insert(getListTable(list))
      .values(values as never)
      .returning();
    if (!added) throw new Error('The item was not stored');
    const act = {
      kind: 'ADD',
      itemId: added.id,
      slug,
      summary: `Added “${name}”`,
      change: {},
      facts: { name },
    } as const;
    return recordListAct(tx, list, act, userId);
  });
}

/** Words for a value, as a refusal quotes it. */
async function describeValue({ db }: Context, field: ListFieldName, value: unknown): Promise<string> {
  if (field === 'enabled') return value ? 'shown' : 'hidden';
  if (field === 'position') {
    const [named] = await db
      .select({ label: positions.label })
      .from(positions)
      .where(eq(positions.id, Number(value)));
    return `“${named?.label ?? value}”`;
  }
  return value === null || value === '' ? 'nothing' : `“${Array.isArray(value) ? value.join(', ') : value}”`;
}

/**
 * Returns the fields that a user changed, without those that have the new value already. Throws `conflict` with the
 * present value of each field that others have changed to another value since the user saw it.
 */
async function findChanged(
  ctx: Context,
  { fields: current }: ListRow,
  base: Record<string, unknown>,
  fields: ItemFields,
) {
  const names = (Object.keys(fields) as ListFieldName[]).filter(
    (name) => !isSame(fields[name], base[name]) && !isSame(fields[name], current[name]),
  );
  const others = names.filter((name) => !isSame(base[name], current[name]));
  if (others.length > 0)
    throw new ApiError(
      'conflict',
      'Somebody else has changed this in the meantime. Nothing was saved: both values are shown. Save again to keep yours.',
      await Promise.all(
        others.map(async (path) => ({
          path,
          message: `Somebody else has changed this to ${await describeValue(ctx, path, current[path])}.`,
        })),
      ),
    );
  return names;
}

/** Gives a category another slug. The former one stays as a row that leads to the category. */
async function changeSlug(ctx: Context, list: ListName, item: ListRow, slug: string, userId: number): Promise<void> {
  const table = getListTable(list);
  const other = await findRow(ctx, list, slug);
  if (other && other.mergedIntoId !== item.id)
    throw createRefusal('slug', 'is the address of another category, or was it before');
  if (other) await ctx.db.delete(table).where(eq(table.id, other.id));
  await updateRows(ctx, list, [item.id], { slug });
  const { id: _, imported: __, ...row } = item.row;
  await ctx.db.insert(table).values({ ...row, enabled: false, mergedIntoId: item.id });
  await renameItemInDrafts(ctx, list, item.slug, slug, userId);
}

/** Changes fields of a locked item. */
export async function changeFields(
  ctx: Context,
  list: ListName,
  item: ListRow,
  fields: ItemFields,
  userId: number,
): Promise<void> {
  const { slug, ...others } = fields;
  await updateRows(ctx, list, [item.id], await prepareColumns(ctx, list, others, userId));
  if (slug !== undefined && slug !== item.slug) await changeSlug(ctx, list, item, slug, userId);
}

const fieldWords: Record<ListFieldName, string> = {
  name: 'name',
  description: 'description',
  slug: 'address',
  enabled: 'visibility',
  interests: 'interests',
  role: 'role',
  focus: 'focus',
  joined: 'year of joining',
  position: 'position',
  leftOn: 'day of leaving',
  portrait: 'portrait',
  body: 'text',
};

function summariseChange(item: ListRow, names: readonly ListFieldName[], fields: ItemFields): string {
  const name = `“${item.fields.name}”`;
  const [only] = names;
  if (names.length === 1 && only === 'enabled') return `${fields.enabled ? 'Showed' : 'Hid'} ${name}`;
  if (names.length === 1 && only === 'name') return `Renamed ${name} to “${fields.name}”`;
  return `Changed the ${new Intl.ListFormat('en-GB').format(names.map((each) => fieldWords[each]))} of ${name}`;
}

const pick = (fields: ItemFields, names: readonly ListFieldName[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/**
 * Changes fields of an item that a user saw with the values `base`. Fields that others have changed since stay, and a
 * `conflict` names those that both changed. The former address of a category leads to the new one.
 */
export async function changeListItem(
  ctx: Context,
  { list, id, base, fields }: { list: ListName; id: number; base: Record<string, unknown>; fields: ItemFields },
  caller: Caller,
): Promise<ListActDone> {
  const { userId } = requireActor(caller);
  return ctx.db
    .transaction(async (db) => {
      const tx = { db };
      const item = getItem(await readList(tx, list, 'order'), id);
      const names = await findChanged(tx, item, base, fields);
      if (names.length === 0) throw new ApiError('bad_request', 'Nothing was changed.');
      await changeFields(tx, list, item, pick(fields, names), userId);
      const act = {
        kind: 'CHANGE',
        itemId: id,
        slug: item.slug,
        summary: summariseChange(item, names, fields),
        change: { before: pick(item.fields, names), after: pick(fields, names) },
        facts: { name: item.fields.name ?? '' },
      } as const;
      return recordListAct(tx, list, act, userId);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? createRefusal('slug', 'is the address of another item') : error;
    });
}

/** Orders a list that a user saw in the order `base`, together with the moves of others since. */
export async function orderList(
  ctx: Context,
  { list, base, order }: { list: ListName; base: number[]; order: number[] },
  caller: Caller,
): Promise<ListActDone> {
  const { userId } = requireActor(caller);
  if (!isSame([...base].sort(), [...order].sort()) || new Set(order).size !== order.length)
    throw new ApiError('bad_request', 'The new order does not have the same items.');
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const items = await readList(tx, list, 'order');
    const theirs = items.map(({ id }) => id);
    const merged = mergeOrders({ base, theirs, ours: order });
    const getName = (id: number) => items.find((item) => item.id === id)?.fields.name ?? '';
    if (!merged) {
      const show = (ids: readonly number[]) => ids.map(getName).filter(Boolean).join(', ');
      throw new ApiError(
        'conflict',
        `Somebody else has moved the same item in the meantime, so nothing was changed. The order is now: ${show(theirs)}. Yours was: ${show(order)}.`,
      );
    }
    if (isSame(merged, theirs)) throw new ApiError('bad_request', 'Nothing was changed.');
    await storeOrder(tx, list, items, merged);
    const moved = order.filter((id, index) => base[index] !== id);
    // The item that moved furthest is the one that was moved.
    const distance = (id: number) => Math.abs(order.indexOf(id) - base.indexOf(id));
    const [first] = moved.sort((a, b) => distance(b) - distance(a));
    const name = getName(first ?? 0);
    const summary = `Moved “${name}”`;
    const change = { orderBefore: theirs, orderAfter: merged };
    return recordListAct(tx, list, { kind: 'ORDER', summary, change, facts: { name } }, userId);
  });
}
