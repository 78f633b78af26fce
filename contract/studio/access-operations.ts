import { z } from 'zod';
import { createListSchema, createPageSchema, createPaging, dateTime } from '../forms/text-input.ts';
import { done } from './account-operations.ts';
import type { StudioOperation } from './operation.ts';
import { permissionNames, roles } from './permissions.ts';
import { sessionSummary, userSummary } from './shapes.ts';
import { tokenScopes } from './token-scopes.ts';

/** ACTIVE: it works; PAUSED: its maker is disabled; the others never work again. */
const tokenStates = ['ACTIVE', 'PAUSED', 'EXPIRED', 'REVOKED'] as const;

/** The most days for which a token works. */
export const longestTokenDays = 365;

const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The beginning of the secret, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.enum(permissionNames)),
  /** The scopes that its maker may not use any more, and so the token neither. */
  lostScopes: z.array(z.enum(permissionNames)),
  state: z.enum(tokenStates),
  madeBy: z.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
  /** The last day on which a program used it; null if none did. */
  usedOn: z.iso.date().nullable(),
  revokedAt: dateTime.nullable(),
  revokedBy: z.string().nullable(),
});

/** Operations on who may do what: the sessions of users, and the tokens of programs. */
export const accessOperations = {
  roles: {
    method: 'GET',
    summary: 'How many users who are not disabled have each role',
    permission: 'manage-access',
    output: z.object({ users: z.record(z.enum(roles), z.int()) }),
  },
  user: {
    method: 'GET',
    summary: 'A user and their sessions that have not ended, the last used first',
    permission: 'manage-users',
    input: z.object({ id: z.coerce.number().int().min(1) }),
    output: z.object({ user: userSummary, sessions: createListSchema(sessionSummary).shape.items }),
  },
  endUserSessions: {
    method: 'POST',
    summary: 'Ends a session of a user, or without `session` all; never the caller’s own',
    permission: 'manage-users',
    body: z.object({ id: z.int().min(1), session: z.uuid().optional() }),
    output: z.object({ ended: z.int() }),
  },
  apiTokens: {
    method: 'GET',
    summary: 'Tokens of programs, those that work first, the newest first',
    permission: 'manage-access',
    input: z.object({ ...createPaging(25) }),
    output: createPageSchema(apiToken),
  },
  createApiToken: {
    method: 'POST',
    summary: 'Makes a token by which a program acts for the caller, within scopes; its secret is answered once',
    permission: 'manage-access',
    needsConfirmation: true,
    body: z.object({
      name: z.string().trim().min(1, 'must not be empty').max(80),
      scopes: z.array(z.enum(tokenScopes)).min(1, 'must have at least one').max(permissionNames.length),
      days: z.int().min(1).max(longestTokenDays),
    }),
    output: z.object({ secret: z.string(), token: apiToken }),
  },
  revokeApiToken: {
    method: 'POST',
    summary: 'Ends a token at once and for good',
    permission: 'manage-access',
    body: z.object({ id: z.int().min(1) }),
    output: done,
  },
} as const satisfies Record<string, StudioOperation>;

export type ApiToken = z.output<typeof apiToken>;
export type TokenState = ApiToken['state'];
