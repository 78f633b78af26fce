import type { z } from 'zod';
import type { entryOperations } from '../../../contract/entry-operations.ts';
import type { EntryOperation } from '../../../contract/entry-paths.ts';
import type { EntryType } from '../../../contract/entry-types.ts';
import type { Context } from '../../context.ts';
import { getEntry, getEntryMetaKeys } from './get.ts';
import { listEntries } from './list.ts';
import { listEntriesByCategory } from './list-by-category.ts';
import { listRecentEntries } from './list-recent.ts';
import { listRelatedEntries } from './list-related.ts';

type EntryHandlers = {
  [O in EntryOperation]: (
    ctx: Context,
    type: EntryType,
    input: z.output<(typeof entryOperations)[O]['input']>,
  ) => Promise<unknown>;
};

/** The handlers of the operations on entries, the same for every type. */
export const entryHandlers: EntryHandlers = {
  list: listEntries,
  item: getEntry,
  byCategory: listEntriesByCategory,
  recent: (ctx, type, { n }) => listRecentEntries(ctx, [type], n),
  recentExcept: (ctx, type, { a, b }) => listRecentEntries(ctx, [type], b, a),
  related: listRelatedEntries,
  metaKeys: getEntryMetaKeys,
  recentData: (ctx, type, { limit }) => listRecentEntries(ctx, [type], limit),
};
