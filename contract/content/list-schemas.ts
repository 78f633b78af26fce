import { z } from 'zod';
import { coverKinds, type ListedType, listOrders } from './list-settings.ts';
import { createLine } from './text-schemas.ts';

/** What the setting `lists` says of one type; the defaults are in `list-defaults.ts`. */
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

const stored = { list: list.partial().optional(), listWithLede: listWithLede.partial().optional() };

/** The setting as it is stored, and as its file has it: every field is optional. */
export const storedLists = z.strictObject({
  BLOG: stored.listWithLede,
  TRIVIA: stored.listWithLede,
  INFOGRAPHIC: stored.listWithLede,
  SERVICE: stored.listWithLede,
  PLAN: stored.listWithLede,
  MICROSERVICE: stored.listWithLede,
  APP: stored.list,
} satisfies Record<ListedType, z.ZodType>);

/** The setting with all its fields. */
export const completedLists = z.object({
  BLOG: listWithLede,
  TRIVIA: listWithLede,
  INFOGRAPHIC: listWithLede,
  SERVICE: listWithLede,
  PLAN: listWithLede,
  MICROSERVICE: listWithLede,
  APP: list,
} satisfies Record<ListedType, z.ZodType>);
