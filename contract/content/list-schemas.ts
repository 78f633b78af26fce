import { z } from 'zod';
import { entryTypes, type ListedType } from './entry-types.ts';
import { coverKinds, listedTypes, listOrders, type TypeWithList } from './list-settings.ts';
import { createLine } from './text-schemas.ts';

/** What the setting `lists` says of one type; the defaults are in the rows of `entry-types.ts`. */
const names = { singular: createLine(40), plural: createLine(40), heading: createLine(60) };
const others = {
  related: createLine(60),
  order: z.enum(listOrders),
  /** The API returns at most 100 entries at once. */
  pageSize: z.int().min(1).max(100),
  cover: z.enum(coverKinds),
  feed: z.boolean(),
};
const list = z.strictObject({ ...names, ...others });

const listWithLede = z.strictObject({ ...names, lede: createLine(240), ...others });

/** A schema for each type: `plain` for those without a list of their own, which have no lede. */
function createLists<Plain extends z.ZodType, WithLede extends z.ZodType>(plain: Plain, withLede: WithLede) {
  type Lists = { [T in ListedType]: T extends TypeWithList ? WithLede : Plain };
  return Object.fromEntries(
    listedTypes.map((type) => [type, entryTypes[type].listPath === null ? plain : withLede]),
  ) as Lists;
}

/** The setting as it is stored, and as its file has it: every field is optional. */
export const storedLists = z.strictObject(createLists(list.partial().optional(), listWithLede.partial().optional()));

export const completedLists = z.object(createLists(list, listWithLede));
