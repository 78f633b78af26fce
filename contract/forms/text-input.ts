import { z } from 'zod';
import { highestPage } from '../http/highest-page.ts';

/**
 * Returns a schema for text in an address: no NUL (PostgreSQL cannot store it), valid UTF-8, limited length in
 * characters.
 */
export function createAddressInput(max: number) {
  // Decoding replaces invalid UTF-8 with U+FFFD.
  return z
    .string()
    .max(max)
    .regex(/^[^\0\uFFFD]*$/, 'contains a NUL character or bytes that are not UTF-8');
}

/** A slug or an id in a path or query. */
export const slugOrId = createAddressInput(200).min(1).describe('A slug or a numeric id');

function readDigits(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^-?\d{1,30}$/.test(value) ? Number(value) : value;
}

/** Returns a schema for a whole number in an address: decimal digits only; an empty text counts as absent. */
export function createWholeNumberInput<S extends z.ZodType>(schema: S): S {
  // The type of the result is that of the wrapped schema: a number, or optional.
  return z.preprocess(readDigits, schema) as unknown as S;
}

/** Returns a schema for the number of items on a page, with a default, limited to 1…`max`. */
export function createPageSizeInput(usual: number, max = 100) {
  const clamped = z
    .number()
    .default(usual)
    .transform((size) => Math.min(max, Math.max(1, size)));
  return createWholeNumberInput(clamped.describe(`Items per page, clamped to 1…${max}`));
}

/** Returns the zero-based page and the page size of a list, with the usual size and the limit of the size. */
export const createPaging = (usual: number, max = 100) => ({
  page: createWholeNumberInput(z.int().min(0).max(highestPage).default(0).describe('Zero-based page number')),
  size: createPageSizeInput(usual, max),
});

/** The page and the page size of public lists: default 0 and 10, size limited to 1…100 (readings, "The API"). */
export const paging = createPaging(10);

export const dateTime = z.iso.datetime({ offset: true });
export const id = z.int().min(1);
export const count = z.int().min(0);

const fewItems = z.int().min(1).max(50).describe('Number of entries, 1…50');

/** A requested number of items: 1…50. */
export const countInput = createWholeNumberInput(fewItems);

/** Returns the schema of a requested number of items with a default. */
export function createCountInput(usual: number) {
  return createWholeNumberInput(fewItems.default(usual));
}

export function createListSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item) });
}

/** Returns the schema of one page of a list, with the page and size used. */
export function createPageSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });
}
