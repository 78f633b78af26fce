import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { beginOpenId } from './identities/begin.ts';
import { finishOpenId } from './identities/finish.ts';
import { addPasskey, beginPasskey } from './passkeys/add.ts';
import { beginConfirm, finishConfirm } from './passkeys/confirm.ts';
import { beginJoin, finishJoin } from './passkeys/join.ts';
import { beginSignIn, finishSignIn } from './passkeys/sign-in.ts';
import { confirmWithPassword } from './sessions/confirm.ts';
import { endSession, signOut } from './sessions/end.ts';
import { getCurrentUser, listSessions } from './sessions/list.ts';
import { cancelInvitation, listInvitations } from './users/invitations.ts';
import { joinWithPassword } from './users/join-with-password.ts';
import { readJoinLink } from './users/links.ts';
import { changeUser, inviteUser, listUsers } from './users/manage.ts';
import { signInWithPassword, signInWithRecoveryCode } from './users/sign-in.ts';
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
  inviteUser,
  invitations: listInvitations,
  cancelInvitation,
  changeUser,
} satisfies Partial<Record<StudioOperationName, unknown>>;
