import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { listNames } from './list-names.ts';
import type { StudioOperation } from './operation.ts';

export const paletteOperations = {
  find: {
    method: 'GET',
    summary:
      'A few entries, items of lists, people, pictures, users and messages whose names contain `q`, as far as the user may read them',
    permission: 'read-content',
    input: z.object({ q: z.string().trim().max(200).default('') }),
    output: z.object({
      entries: z.array(z.object({ id: z.int(), title: z.string(), type: z.enum(entryTypeNames) })),
      items: z.array(z.object({ id: z.int(), list: z.enum(listNames), name: z.string() })),
      pictures: z.array(z.object({ name: z.string(), alt: z.string() })),
      users: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })),
      messages: z.array(z.object({ reference: z.string(), name: z.string(), excerpt: z.string() })),
    }),
  },
} as const satisfies Record<string, StudioOperation>;
