import { z } from 'zod';
import { createListSchema, createWholeNumberInput, id } from '../forms/text-input.ts';
import { bulkActReport, bulkActSummary, bulkPlan, bulkSelection } from './bulk-shapes.ts';
import type { StudioOperation } from './operation.ts';

/** Operations on several entries at once. */
export const bulkOperations = {
  planBulkAct: {
    method: 'POST',
    summary: 'What an act on several entries would do to each; nothing changes',
    permission: 'publish',
    body: bulkSelection,
    output: bulkPlan,
  },
  runBulkAct: {
    method: 'POST',
    summary: 'Publishes, withdraws or categorises several entries; `count` is how many will change',
    permission: 'publish',
    body: bulkSelection.extend({ count: z.int().min(0) }),
    output: z.object({ id }),
  },
  undoBulkAct: {
    method: 'POST',
    summary: 'Undoes an act on several entries, except on those that somebody changed since',
    permission: 'publish',
    body: z.object({ id }),
    output: bulkActReport,
  },
  bulkAct: {
    method: 'GET',
    summary: 'What an act on several entries did to each',
    permission: 'read-content',
    input: z.object({ id: createWholeNumberInput(id) }),
    output: bulkActReport,
  },
  bulkActs: {
    method: 'GET',
    summary: 'The last twenty acts on several entries, newest first',
    permission: 'read-content',
    output: createListSchema(bulkActSummary),
  },
} as const satisfies Record<string, StudioOperation>;
