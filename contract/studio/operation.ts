import type { z } from 'zod';
import type { RateLimit } from '../http/rate-limits.ts';
import type { Permission } from './permissions.ts';

/** One operation of the Studio's API. */
export interface StudioOperation {
  summary: string;
  /** What the caller's role must permit; null: for people who are not signed in. */
  permission: Permission | null;
  /** The user must have proved in the last ten minutes who they are; else 403 with the field `confirm`. */
  needsConfirmation?: boolean;
  /** Query parameters. */
  input?: z.ZodObject;
  /** The JSON body of a POST. */
  body?: z.ZodObject;
  /** Whether the operation takes files (`multipart/form-data`) in place of a body. */
  upload?: true;
  output: z.ZodType;
  limit?: RateLimit;
}
