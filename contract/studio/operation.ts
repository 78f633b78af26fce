import type { z } from 'zod';
import type { RateLimit } from '../http/rate-limits.ts';
import type { Permission } from './permissions.ts';

interface CommonFields {
  summary: string;
  /** What the caller's role must permit; null: for people who are not signed in. */
  permission: Permission | null;
  /** The user must have proved in the last ten minutes who they are; else 403 with the field `confirm`. */
  needsConfirmation?: boolean;
  output: z.ZodType;
  limit?: RateLimit;
}

interface ReadOperation extends CommonFields {
  method: 'GET';
  /** Query parameters. */
  input?: z.ZodObject;
  body?: undefined;
  upload?: undefined;
}

/**
 * An operation that changes nothing is POST too if its input must not be in an address: a secret, such as the token of
 * an invitation, or a long text or list.
 */
interface WriteOperation extends CommonFields {
  method: 'POST';
  input?: undefined;
  /** The JSON body. */
  body?: z.ZodObject;
  /** Whether the operation takes files (`multipart/form-data`) in place of a body. */
  upload?: true;
}

/** One operation of the Studio's API. Its path follows from its name (`getStudioApiPath`). */
export type StudioOperation = ReadOperation | WriteOperation;
