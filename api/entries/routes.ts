import type { z } from 'zod';
import type { entryOperations } from '../../contract/entry-operations.ts';
import type { EntryOperation } from '../../contract/entry-paths.ts';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { getEntry } from './get.ts';
import { getMetaKeys } from './get-meta-keys.ts';
import { listEntries } from './list.ts';
import { listByCategory } from './list-by-category.ts';
import { listRecent } from './list-recent.ts';
import { listRelated } from './list-related.ts';

type EntryVerbs = {
  [O in EntryOperation]: (
    ctx: Context,
    type: EntryType,
    input: z.output<(typeof entryOperations)[O]['input']>,
  ) => Promise<unknown>;
};

/** Binds the operations on entries to their verbs, the same for every type. */
export const entryVerbs: EntryVerbs = {
  list: listEntries,
  item: getEntry,
  byCategory: listByCategory,
  recent: (ctx, type, { n }) => listRecent(ctx, [type], n),
  recentExcept: (ctx, type, { a, b }) => listRecent(ctx, [type], b, a),
  related: listRelated,
  metaKeys: getMetaKeys,
  recentData: (ctx, type, { limit }) => listRecent(ctx, [type], limit),
};
