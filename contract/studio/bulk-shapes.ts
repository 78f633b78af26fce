import { z } from 'zod';
import { entryTypeNames, selectableTypes } from '../content/entry-types.ts';
import { dateTime, id } from '../forms/text-input.ts';
import { bulkActKinds, bulkKinds, bulkLimit } from './bulk-kinds.ts';
import { slug } from './draft-content.ts';
import { entryContentProblem, stateVersion } from './shapes.ts';

/** Entries as they were when they were selected. An entry that changed since is left out of the act. */
export const bulkSelection = z.object({
  kind: z.enum(bulkKinds),
  /** The category that CATEGORISE gives. */
  category: z
    .object({ type: z.enum(selectableTypes), slug })
    .nullable()
    .default(null),
  entries: z
    .array(z.object({ id, version: stateVersion }))
    .min(1)
    .max(bulkLimit)
    .refine((entries) => new Set(entries.map((entry) => entry.id)).size === entries.length, 'contains an entry twice'),
});

const link = z.object({ id: z.int(), title: z.string(), path: z.string() });

/**
 * What an act would do to one entry. `reason` says why it would do nothing, and `problems` what prevents a publication.
 */
const bulkPlanItem = z.object({
  id: z.int(),
  type: z.enum(entryTypeNames).nullable(),
  title: z.string(),
  path: z.string(),
  willChange: z.boolean(),
  reason: z.string().nullable(),
  problems: z.array(entryContentProblem),
  /** Shown entries outside the act that link to an entry that will be withdrawn. */
  linkedFrom: z.array(link),
});

export const bulkPlan = z.object({
  /** The name of the category that CATEGORISE gives. */
  category: z.string().nullable(),
  items: z.array(bulkPlanItem),
  /** How many entries would change: the count that a person types to confirm. */
  count: z.int(),
  /** The paths of the entries, lists and categories that visitors would see changed. */
  pages: z.array(z.string()),
});

/**
 * WAITING: not processed, because the act stopped before it; DONE; REFUSED: nothing was changed; UNDONE; KEPT: not
 * undone, because somebody changed the entry since.
 */
const bulkEntryStates = ['WAITING', 'DONE', 'REFUSED', 'UNDONE', 'KEPT'] as const;

export const bulkActSummary = z.object({
  id: z.int(),
  kind: z.enum(bulkActKinds),
  category: z.string().nullable(),
  /** How many entries it changed. */
  count: z.int(),
  doneAt: dateTime,
  doneBy: z.string().nullable(),
  undoneAt: dateTime.nullable(),
});

export const bulkActReport = bulkActSummary.extend({
  canUndo: z.boolean(),
  /** `act` is what was done to the entry, which can be undone alone. */
  items: z.array(
    link.extend({ state: z.enum(bulkEntryStates), reason: z.string().nullable(), act: z.int().nullable() }),
  ),
});

export type BulkSelection = z.output<typeof bulkSelection>;
export type BulkPlan = z.output<typeof bulkPlan>;
export type BulkPlanItem = z.output<typeof bulkPlanItem>;
export type BulkEntryState = (typeof bulkEntryStates)[number];
export type BulkActSummary = z.output<typeof bulkActSummary>;
export type BulkActReport = z.output<typeof bulkActReport>;
