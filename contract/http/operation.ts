import type { z } from 'zod';
import type { CachePolicy } from './cache-policies.ts';
import type { RateLimit } from './rate-limits.ts';

export interface Operation {
  method: 'GET' | 'POST';
  /** `{name}` marks a path parameter; all other inputs are query parameters. */
  path: `/api/${string}`;
  /** Set for a POST that pages of this site may send without an XSRF token. Every other POST needs one. */
  origin?: 'site';
  summary: string;
  tag: string;
  /** Path and query parameters. */
  input: z.ZodObject;
  /** The JSON body of a POST. */
  body?: z.core.$ZodType;
  /** The POST carries files, as `multipart/form-data`. */
  upload?: true;
  output: z.ZodType;
  cache: CachePolicy;
  /** Returns whether an answer can be cached; without it, all can. */
  isCacheable?: ((answer: never) => boolean) | undefined;
  /** The rate limit of a network; without one, calls are unlimited. */
  limit?: RateLimit;
  /** Status of a success, 200 by default. */
  status?: 202;
}
