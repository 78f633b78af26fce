import { z } from 'zod';

/** Text from an address: no NUL (PostgreSQL stores none), no bytes that are not UTF-8, bounded length in characters. */
export function addressText(max: number) {
  // U+FFFD is what decoding makes of bytes that are not UTF-8.
  return z
    .string()
    .max(max)
    .regex(/^[^\0\uFFFD]*$/, 'contains a NUL character or bytes that are not UTF-8');
}

/** A slug or an id that names one thing in a path or query. */
export const slugOrId = addressText(200).min(1).describe('A slug, or the numeric id');

/** Zero-based page and page size of every list: default 0 and 10, size clamped to 1…100 (readings, "The API"). */
export const paging = {
  page: z.coerce.number<number>().int().min(0).max(1_000_000).default(0).describe('Zero-based page'),
  size: z.coerce
    .number<number>()
    .int()
    .default(10)
    .transform((size) => Math.min(100, Math.max(1, size)))
    .describe('Items on a page, clamped to 1…100'),
};

/** A count of items asked for: 1…50. */
export const count = z.coerce.number<number>().int().min(1).max(50);

/** One page of a list, with the page and size that were used. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });
}
