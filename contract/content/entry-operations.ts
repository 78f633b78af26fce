import { z } from 'zod';
import {
  countInput,
  createAddressInput,
  createCountInput,
  createListSchema,
  createPageSchema,
  paging,
  slugOrId,
} from '../forms/text-input.ts';
import type { EntryOperation } from './entry-paths.ts';
import { entryCard } from './entry-shapes.ts';

const cards = createListSchema(entryCard);

/** Inputs of the operations on entries: path and query together. The output of `item` depends on the type. */
export const entryOperations = {
  list: {
    summary: 'A page of the enabled entries',
    input: z.object(paging),
    output: createPageSchema(entryCard),
  },
  item: {
    summary: 'One entry by its slug; a former slug returns the entry with its current slug',
    input: z.object({
      slug: createAddressInput(200).min(1),
      // Any value is accepted: an invalid token must not even cause an error.
      admin: createAddressInput(2000)
        .optional()
        .catch(undefined)
        .describe('A preview token; any other value has no effect'),
    }),
    output: null,
  },
  byCategory: {
    summary: 'A page of the enabled entries of a category',
    input: z.object({ categoryId: slugOrId, ...paging }),
    output: createPageSchema(entryCard),
  },
  recent: {
    summary: 'The newest n entries',
    input: z.object({ n: countInput }),
    output: cards,
  },
  recentExcept: {
    summary: 'The newest entries, except one',
    input: z.object({ a: slugOrId.describe('Slug or id of the entry to leave out'), b: countInput }),
    output: cards,
  },
  related: {
    summary: 'The entries of a category, except one; if there are too few, the newest entries follow',
    input: z.object({
      a: slugOrId.describe('Category id or slug'),
      b: slugOrId.describe('Slug or id of the entry to leave out'),
      limit: createCountInput(3),
    }),
    output: cards,
  },
  metaKeys: {
    summary: 'Title, description and keywords of an entry, for the head of a page',
    input: z.object({ slug: createAddressInput(200).min(1) }),
    output: z.object({
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      keywords: z.array(z.string()),
    }),
  },
  recentData: {
    summary: 'The newest entries, up to a limit',
    input: z.object({ limit: createCountInput(10) }),
    output: cards,
  },
} as const satisfies Record<EntryOperation, { summary: string; input: z.ZodObject; output: z.ZodType | null }>;
