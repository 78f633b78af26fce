import { z } from 'zod';

/** A submission that is stored: `error` is null, and the reference names it in every mail about it. */
export const submitted = z.object({ reference: z.string(), error: z.null() });
