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

function readDigits(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^-?\d{1,30}$/.test(value) ? Number(value) : value;
}

/** A whole number in an address: decimal digits and nothing else; empty is as good as left out. */
export function wholeNumber<S extends z.ZodType>(schema: S): S {
  // To callers it is what it wraps: a number, optional where that is.
  return z.preprocess(readDigits, schema) as unknown as S;
}

/** Items on a page, clamped to 1…`most`. */
export function pageSize(usual: number, most = 100) {
  const clamped = z
    .number()
    .default(usual)
    .transform((size) => Math.min(most, Math.max(1, size)));
  return wholeNumber(clamped.describe(`Items on a page, clamped to 1…${most}`));
}

/** Zero-based page and page size of every list: default 0 and 10, size clamped to 1…100 (readings, "The API"). */
export const paging = {
  page: wholeNumber(z.int().min(0).max(1_000_000).default(0).describe('Zero-based page')),
  size: pageSize(10),
};

const fewItems = z.int().min(1).max(50).describe('How many, 1…50');

/** A count of items asked for: 1…50. */
export const count = wholeNumber(fewItems);

/** The same, with what is meant where it is left out. */
export function countOr(usual: number) {
  return wholeNumber(fewItems.default(usual));
}

/** One page of a list, with the page and size that were used. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });
}
