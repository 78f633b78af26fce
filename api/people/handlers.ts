import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import { beginOpenId, finishOpenId } from './identities/openid.ts';
import {
  addPasskey,
  beginConfirm,
  beginJoin,
  beginPasskey,
  beginSignIn,
  finishConfirm,
  finishJoin,
  finishSignIn,
} from './passkeys.ts';
import { endSession, endUserSessions, getCurrentUser, listSessions, signOut } from './sessions.ts';
import { cancelInvitation, joinWithPassword, listInvitations, readJoinLink } from './users/links.ts';
import { changeUser, countRoles, getUser, inviteUser, listUsers } from './users/manage.ts';
import { confirmWithPassword, signInWithPassword, signInWithRecoveryCode } from './users/sign-in.ts';
import {
  createRecoveryCodes,
  getSignInMethods,
  removeIdentity,
  removePasskey,
  removePassword,
  renamePasskey,
  setPassword,
} from './users/sign-in-methods.ts';

/** The handlers of the Studio's operations on people who sign in. */
export const peopleStudioHandlers = {
  readJoinLink,
  beginJoin,
  finishJoin,
  joinWithPassword,
  beginSignIn,
  finishSignIn,
  signInWithPassword,
  signInWithRecoveryCode,
  beginOpenId,
  finishOpenId,
  signOut,
  me: getCurrentUser,
  mySessions: listSessions,
  endSession,
  beginConfirm,
  finishConfirm,
  confirmWithPassword,
  signInMethods: getSignInMethods,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  setPassword,
  removePassword,
  removeIdentity,
  newRecoveryCodes: createRecoveryCodes,
  users: listUsers,
  roles: countRoles,
  user: getUser,
  endUserSessions,
  apiTokens: listApiTokens,
  createApiToken,
  revokeApiToken,
  inviteUser,
  invitations: listInvitations,
  cancelInvitation,
  changeUser,
} satisfies Partial<Record<StudioOperationName, unknown>>;
