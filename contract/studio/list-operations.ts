import { z } from 'zod';
import { createListSchema, createWholeNumberInput, id } from '../forms/text-input.ts';
import { listActKinds, listNames, maxListItems } from './list-names.ts';
import { listItemFields } from './list-shapes.ts';
import type { StudioOperation } from './operation.ts';
import { entrySummary } from './shapes.ts';

const list = z.enum(listNames);
const ids = z.array(id).max(maxListItems);
const fields = listItemFields.partial();

const listItem = z.object({
  id: z.int(),
  /** Refers to the item in files and addresses; it stays when the name changes. */
  slug: z.string(),
  fields,
  /** How many entries, drafts, personas or persons name the item. */
  uses: z.int(),
});

const listAct = z.object({
  id: z.int(),
  kind: z.enum(listActKinds),
  /** What was done, in words. */
  summary: z.string(),
  doneBy: z.string().nullable(),
  doneAt: z.iso.datetime({ offset: true }),
  undoneAt: z.iso.datetime({ offset: true }).nullable(),
  canUndo: z.boolean(),
});

/** The act that was done, and a sentence about it. */
const done = z.object({ act: z.int(), id: z.int().nullable(), summary: z.string() });

/** Operations on the lists: categories, interests, personas, positions and the team. */
export const listOperations = {
  listItems: {
    method: 'GET',
    summary:
      'The items of a list in the order of the editors, hidden ones too, and what was done to it last, or before the act `before`',
    permission: 'read-content',
    input: z.object({ list, before: createWholeNumberInput(id).optional() }),
    output: z.object({ items: z.array(listItem), acts: z.array(listAct) }),
  },
  listItemUses: {
    method: 'GET',
    summary: 'The entries that name an item of a list, those that were saved last first, up to a hundred',
    permission: 'read-content',
    input: z.object({ list, id: createWholeNumberInput(id) }),
    output: createListSchema(entrySummary),
  },
  addListItem: {
    method: 'POST',
    summary: 'Adds an item to the end of a list; visitors see it at once',
    permission: 'publish',
    body: z.object({ list, fields }),
    output: done,
  },
  changeListItem: {
    method: 'POST',
    summary:
      'Changes fields of an item; `base` are their values as the user saw them. 409 if others have changed one since',
    permission: 'publish',
    body: z.object({ list, id, base: z.record(z.string(), z.unknown()), fields }),
    output: done,
  },
  orderList: {
    method: 'POST',
    summary: 'Orders a list; `base` is the order that the user saw. 409 if others have moved the same item elsewhere',
    permission: 'publish',
    body: z.object({ list, base: ids, order: ids }),
    output: done,
  },
  mergeListItems: {
    method: 'POST',
    summary:
      'Merges an item into another one: everything that names it names the other one then, and its address leads there',
    permission: 'publish',
    body: z.object({ list, id, into: id }),
    output: done,
  },
  removeListItem: {
    method: 'POST',
    summary: 'Removes an item that nothing names, or a person, whose texts stay without an author',
    permission: 'publish',
    body: z.object({ list, id }),
    output: done,
  },
  undoListAct: {
    method: 'POST',
    summary: 'Undoes an act on a list; what was changed since stays',
    permission: 'publish',
    body: z.object({ id }),
    output: z.object({ list, summary: z.string() }),
  },
} as const satisfies Record<string, StudioOperation>;

export type ListedItem = z.output<typeof listItem>;
export type ListAct = z.output<typeof listAct>;
export type ListActDone = z.output<typeof done>;
