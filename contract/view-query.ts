import * as z from 'zod/mini';
import { entryTypeNames } from './entry-types.ts';

/** Characters of a search text that go with a view; the browser cuts what is longer. */
export const viewQueryLimit = 200;

/** What a device is known by once its visitor agreed: an MD5 hash, a hyphen, a random UUID (specification, section 3). */
export const deviceIdPattern = /^[\da-f]{32}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * One view of an entry (readings, "The API": `{ contentType, slug, query? }`). `query` is the search text the visitor
 * came from; `deviceuuID` is there only after consent.
 */
export const viewQuery = z.strictObject({
  contentType: z.enum(entryTypeNames),
  slug: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0\uFFFD]*$/)),
  query: z.optional(z.string().check(z.maxLength(viewQueryLimit))),
  deviceuuID: z.optional(z.string().check(z.regex(deviceIdPattern))),
});

export type ViewQuery = z.infer<typeof viewQuery>;
