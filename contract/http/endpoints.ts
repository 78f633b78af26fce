import { z } from 'zod';
import { entryOperations } from '../content/entry-operations.ts';
import { type EntryOperation, getEntryApiPath } from '../content/entry-paths.ts';
import { entryDetails } from '../content/entry-shapes.ts';
import { getEntryType, type TypeWithPages, typesWithPages } from '../content/entry-types.ts';
import { listDefaults } from '../content/list-defaults.ts';
import { type StudioOperation, type StudioOperationName, studioOperations } from '../studio/operations.ts';
import { getStudioApiPath } from '../studio/paths.ts';
import type { Permission } from '../studio/permissions.ts';
import type { CachePolicy } from './cache-policies.ts';
import type { Operation } from './operation.ts';
import { type OperationName, operations } from './operations.ts';
import type { RateLimit } from './rate-limits.ts';

/** One row of the endpoint table: everything that the router, the client and the API document need. */
export interface Endpoint {
  id: string;
  method: 'GET' | 'POST';
  /** `{name}` marks a path parameter; all other inputs are query parameters. */
  path: string;
  /** A second path with the same meaning, left out of the API document. */
  alias: string | null;
  summary: string;
  tag: string;
  input: z.ZodObject;
  body: z.core.$ZodType | null;
  /** Accepts files as `multipart/form-data`. */
  upload: boolean;
  output: z.ZodType;
  /** Status of a success. */
  status: 200 | 202;
  /**
   * Where calls must come from: anywhere; pages of this site; or pages of this site with the XSRF pair (readings,
   * "Client and storage").
   */
  origin: 'any' | 'site' | 'token';
  /** Who may call: anyone, people who sign in to the Studio, or users whose role has a permission. */
  access: 'public' | 'signIn' | { permission: Permission };
  /** Whether the user must have proved in the last ten minutes who they are. */
  needsConfirmation: boolean;
  cache: CachePolicy;
  isCacheable?: Operation['isCacheable'];
  limit: RateLimit | null;
  /** What the endpoint calls: an operation on a type of entry, another operation, or one of the Studio. */
  target:
    | { entryType: TypeWithPages; operation: EntryOperation }
    | { name: OperationName }
    | { studio: StudioOperationName };
}

function createEntryEndpoint(type: TypeWithPages, operation: EntryOperation): Endpoint | null {
  const path = getEntryApiPath(type, operation);
  if (!path) return null;
  const { api } = getEntryType(type);
  const { summary, input, output } = entryOperations[operation];
  return {
    id: `${api.noun}.${operation}`,
    method: 'GET',
    path,
    alias: api.alias ? getEntryApiPath(type, operation, api.alias) : null,
    summary,
    tag: type === 'PAGE' ? 'Pages' : listDefaults[type].heading,
    input,
    body: null,
    upload: false,
    output: output ?? entryDetails[type],
    status: 200,
    origin: 'any',
    access: 'public',
    needsConfirmation: false,
    cache: 'public',
    limit: null,
    target: { entryType: type, operation },
  };
}

function createOtherEndpoint(name: OperationName): Endpoint {
  const { method, path, summary, tag, input, body, upload, output, status, origin, ...policy }: Operation =
    operations[name];
  const { cache, isCacheable, limit } = policy;
  return {
    id: name,
    method,
    path,
    alias: null,
    summary,
    tag,
    input,
    body: body ?? null,
    upload: upload ?? false,
    output,
    status: status ?? 200,
    origin: method === 'POST' ? (origin ?? 'token') : 'any',
    access: 'public',
    needsConfirmation: false,
    cache,
    isCacheable,
    limit: limit ?? null,
    target: { name },
  };
}

function createStudioEndpoint(name: StudioOperationName): Endpoint {
  const {
    method,
    summary,
    permission,
    needsConfirmation = false,
    input,
    body,
    upload,
    output,
    limit,
  }: StudioOperation = studioOperations[name];
  return {
    id: name,
    method,
    path: getStudioApiPath(name),
    alias: null,
    summary,
    tag: 'Studio',
    input: input ?? z.object({}),
    body: body ?? null,
    upload: upload ?? false,
    output,
    status: 200,
    origin: method === 'POST' ? 'token' : 'site',
    access: permission ? { permission } : 'signIn',
    needsConfirmation,
    cache: 'never',
    limit: limit ?? null,
    target: { studio: name },
  };
}

const entryOperationNames = Object.keys(entryOperations) as EntryOperation[];

/** Every endpoint of the public API (specification, section 7, and the additions). */
export const publicEndpoints: readonly Endpoint[] = [
  ...typesWithPages.flatMap((type) =>
    entryOperationNames.map((operation) => createEntryEndpoint(type, operation)).filter((row) => row !== null),
  ),
  ...(Object.keys(operations) as OperationName[]).map(createOtherEndpoint),
];

/** Every endpoint of the product, the Studio's included. */
export const endpoints: readonly Endpoint[] = [
  ...publicEndpoints,
  ...(Object.keys(studioOperations) as StudioOperationName[]).map(createStudioEndpoint),
];
