import { z } from 'zod';
import {
  createAddressInput,
  createListSchema,
  createPageSchema,
  createPageSizeInput,
  paging,
} from '../forms/text-input.ts';
import {
  appSecret,
  authenticationOptions,
  code,
  credential,
  done,
  passkeyCreationOptions,
  password,
} from './account-operations.ts';
import type { StudioOperation } from './operation.ts';
import { currentUser, invitation, joinLink, role, sessionSummary, userSummary } from './shapes.ts';

const token = z.string().max(100);
const text = z.string().trim().min(1).max(120);
const email = z.email('must be an address such as ada@example.com').max(254);
const signedIn = z.object({ user: currentUser });
const newUser = { token, name: text, email };
const joined = signedIn.extend({ recoveryCodes: z.array(z.string()) });

/** The operations by which people join and sign in, and by which owners manage users. */
export const peopleOperations = {
  readJoinLink: {
    method: 'POST',
    summary: 'What a link to join is for',
    permission: null,
    body: z.object({ token }),
    output: joinLink,
    limit: 'signIn',
  },
  beginJoin: {
    method: 'POST',
    summary: 'The options of a passkey for a new user',
    permission: null,
    body: z.object(newUser),
    output: passkeyCreationOptions,
    limit: 'signIn',
  },
  finishJoin: {
    method: 'POST',
    summary: 'Creates the user of a link with a passkey, or gives an existing user a new one, and signs in',
    permission: null,
    body: z.object({ ...newUser, credential }),
    output: joined,
    limit: 'signIn',
  },
  joinWithPassword: {
    method: 'POST',
    summary: 'As finishJoin, with a password and an authenticator app',
    permission: null,
    body: z.object({ ...newUser, password, secret: appSecret, code }),
    output: joined,
    limit: 'signIn',
  },
  beginSignIn: {
    method: 'POST',
    summary: 'The options of a sign-in by passkey',
    permission: null,
    body: z.object({}),
    output: authenticationOptions,
    limit: 'signIn',
  },
  finishSignIn: {
    method: 'POST',
    summary: 'Signs in by passkey',
    permission: null,
    body: z.object({ credential }),
    output: signedIn,
    limit: 'signIn',
  },
  signInWithPassword: {
    method: 'POST',
    summary: 'Signs in by password and authenticator app',
    permission: null,
    body: z.object({ email: z.string().max(254), password: z.string().max(128), code: z.string().max(20) }),
    output: signedIn,
    limit: 'signIn',
  },
  signInWithRecoveryCode: {
    method: 'POST',
    summary: 'Signs in by a recovery code, which is then used up',
    permission: null,
    body: z.object({ email: z.string().max(254), code: z.string().max(40) }),
    output: signedIn,
    limit: 'signIn',
  },
  signOut: {
    method: 'POST',
    summary: 'Ends this session',
    permission: 'own-account',
    body: z.object({}),
    output: done,
  },
  me: { method: 'GET', summary: 'The user who is signed in', permission: 'own-account', output: signedIn },
  mySessions: {
    method: 'GET',
    summary: 'The sessions of the user who is signed in',
    permission: 'own-account',
    output: createListSchema(sessionSummary),
  },
  endSession: {
    method: 'POST',
    summary: 'Ends one of the user’s own sessions',
    permission: 'own-account',
    body: z.object({ id: z.uuid() }),
    output: done,
  },
  users: {
    method: 'GET',
    summary: 'Users by name; `q` is a part of the name or the e-mail address',
    permission: 'manage-users',
    input: z.object({ q: createAddressInput(200).optional(), page: paging.page, size: createPageSizeInput(25) }),
    output: createPageSchema(userSummary),
  },
  inviteUser: {
    method: 'POST',
    summary: 'Creates a link by which a person joins, valid for 72 hours',
    permission: 'manage-users',
    needsConfirmation: true,
    body: z.object({ name: text, email, role }),
    output: z.object({ link: z.string() }),
  },
  invitations: {
    method: 'GET',
    summary: 'Invitations that nobody has used yet and that are still valid',
    permission: 'manage-users',
    output: createListSchema(invitation),
  },
  cancelInvitation: {
    method: 'POST',
    summary: 'Makes the invitations of an e-mail address invalid',
    permission: 'manage-users',
    body: z.object({ email }),
    output: done,
  },
  changeUser: {
    method: 'POST',
    summary: 'Changes the role of a user, or disables them and ends their sessions',
    permission: 'manage-users',
    needsConfirmation: true,
    body: z.object({ id: z.int().min(1), role, isDisabled: z.boolean() }),
    output: userSummary,
  },
} as const satisfies Record<string, StudioOperation>;
