import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import type { StudioOperation } from './operation.ts';
import { signInMethods } from './shapes.ts';

/** A WebAuthn object as the browser's library sends it; the server's library validates it. */
export const credential = z.looseObject({ id: z.string().max(2_000) });
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
/** Options with which a browser creates a passkey. */
export const passkeyCreationOptions = z.object({
  options: z.custom<PublicKeyCredentialCreationOptionsJSON>(isObject),
});
/** Options with which a browser proves that the user has a passkey. */
export const authenticationOptions = z.object({
  options: z.custom<PublicKeyCredentialRequestOptionsJSON>(isObject),
});
export const done = z.object({ error: z.null() });
/** NIST SP 800-63B-4, section 3.1.1: length alone, and no known passwords. */
export const password = z.string().min(15, 'must have at least 15 characters').max(128);
export const code = z.string().regex(/^\d{6}$/, 'must be six digits');
export const appSecret = z.string().regex(/^[A-Z2-7]{32}$/);
const passkeyId = z.string().max(2_000);
const passkeyName = z.string().trim().min(1, 'is required').max(60);

/** The operations by which users prove who they are and change their own sign-in methods. */
export const accountOperations = {
  beginConfirm: {
    method: 'POST',
    summary: 'Returns passkey options to confirm the signed-in user again',
    permission: 'own-account',
    body: z.object({}),
    output: authenticationOptions,
    limit: 'signIn',
  },
  finishConfirm: {
    method: 'POST',
    summary: 'Confirms the session by a passkey of the user, for ten minutes',
    permission: 'own-account',
    body: z.object({ credential }),
    output: done,
    limit: 'signIn',
  },
  confirmWithPassword: {
    method: 'POST',
    summary: 'Confirms the session by password and authenticator app, for ten minutes',
    permission: 'own-account',
    body: z.object({ password: z.string().max(128), code: z.string().max(20) }),
    output: done,
    limit: 'signIn',
  },
  beginOpenId: {
    method: 'POST',
    summary: 'The address at the provider where a person signs in, joins, adds an identity or confirms a session',
    permission: null,
    body: z.object({
      purpose: z.enum(['SIGN_IN', 'JOIN', 'ADD', 'CONFIRM']),
      /** The screen that follows. */
      target: z.string().max(300).default('/studio'),
      /** For JOIN: the secret of the link, and who the new user is. */
      token: z.string().max(100).optional(),
      name: z.string().trim().min(1).max(120).optional(),
      email: z.email().max(254).optional(),
    }),
    output: z.object({ address: z.string() }),
    limit: 'signIn',
  },
  finishOpenId: {
    method: 'POST',
    summary: 'Ends a sign-in at the provider, by the address to which it sent the browser back',
    permission: null,
    body: z.object({ query: z.string().max(8_000) }),
    output: z.object({ target: z.string() }),
    limit: 'signIn',
  },
  removeIdentity: {
    method: 'POST',
    summary: 'Removes an identity at the provider from the user’s sign-in methods',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({ id: z.int().min(1) }),
    output: signInMethods,
  },
  signInMethods: {
    method: 'GET',
    summary: 'How the user who is signed in can sign in',
    permission: 'own-account',
    output: signInMethods,
  },
  beginPasskey: {
    method: 'POST',
    summary: 'The options of a further passkey',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({}),
    output: passkeyCreationOptions,
    limit: 'signIn',
  },
  addPasskey: {
    method: 'POST',
    summary: 'Stores a further passkey',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({ name: passkeyName.optional(), credential }),
    output: signInMethods,
    limit: 'signIn',
  },
  renamePasskey: {
    method: 'POST',
    summary: 'Names one of the user’s own passkeys',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({ id: passkeyId, name: passkeyName }),
    output: signInMethods,
  },
  removePasskey: {
    method: 'POST',
    summary: 'Removes one of the user’s own passkeys and ends their other sessions; never the last sign-in method',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({ id: passkeyId }),
    output: signInMethods,
  },
  setPassword: {
    method: 'POST',
    summary: 'Sets password and authenticator app together, and ends the user’s other sessions',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({ password, secret: appSecret, code }),
    output: signInMethods,
    limit: 'signIn',
  },
  removePassword: {
    method: 'POST',
    summary:
      'Removes password and authenticator app, and ends the user’s other sessions; never the last sign-in method',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({}),
    output: signInMethods,
  },
  newRecoveryCodes: {
    method: 'POST',
    summary: 'Replaces the recovery codes, and returns the new ones once',
    permission: 'own-account',
    needsConfirmation: true,
    body: z.object({}),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  },
} as const satisfies Record<string, StudioOperation>;
