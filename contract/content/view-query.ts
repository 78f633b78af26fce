import * as z from 'zod/mini';
import { deviceIdPattern } from '../forms/device-id.ts';
import { typesWithPages } from './entry-types.ts';

/** Maximum characters of the search text of a view. */
const queryLimit = 200;

/**
 * A view of an entry (readings, "The API": `{ contentType, slug, query? }`). `query` is the search text that led to the
 * entry; `deviceuuID` is present only after consent.
 */
export const viewQuery = z.strictObject({
  contentType: z.enum(typesWithPages),
  slug: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0\uFFFD]*$/)),
  query: z.optional(z.string().check(z.maxLength(queryLimit))),
  deviceuuID: z.optional(z.string().check(z.regex(deviceIdPattern))),
});

export type ViewQuery = z.infer<typeof viewQuery>;
