import type { z } from 'zod';
import type { StudioOperation, studioOperations } from '../contract/studio/operations.ts';
import type { StudioOperationName } from '../contract/studio/paths.ts';
import { undoAct } from './acts/undo.ts';
import { readBackupStateForEditors } from './backups/state.ts';
import { planBulkAct } from './bulk-acts/plan.ts';
import { getBulkAct, listBulkActs } from './bulk-acts/report.ts';
import { runBulkAct } from './bulk-acts/run.ts';
import { undoBulkAct } from './bulk-acts/undo.ts';
import type { ApiContext, Caller } from './context.ts';
import { deleteEntry } from './deleted-entries/delete.ts';
import { listDeletedEntries } from './deleted-entries/list.ts';
import { restoreEntry } from './deleted-entries/restore.ts';
import { findTargets, listChoices } from './drafts/choices.ts';
import { createEntry } from './drafts/create.ts';
import { discardDraft } from './drafts/discard.ts';
import { listContent } from './drafts/list.ts';
import { openEntry } from './drafts/open.ts';
import { saveDraft } from './drafts/save.ts';
import { listCalendarItems } from './entries/calendar.ts';
import { changeSchedule } from './entries/change-schedule.ts';
import { checkEntry } from './entries/check.ts';
import { publishEntry, scheduleEntry, withdrawEntry } from './entries/publish.ts';
import { renameEntry } from './entries/rename.ts';
import type { ReceivedFile } from './files/upload.ts';
import { beginOpenId } from './identities/begin.ts';
import { finishOpenId } from './identities/finish.ts';
import { describePicture, removePicture, replacePicture, restorePicture } from './media/change.ts';
import { listLibrary, openPicture } from './media/library.ts';
import { uploadPictures } from './media/upload.ts';
import { addPasskey, beginPasskey } from './passkeys/add.ts';
import { beginConfirm, finishConfirm } from './passkeys/confirm.ts';
import { beginJoin, finishJoin } from './passkeys/join.ts';
import { beginSignIn, finishSignIn } from './passkeys/sign-in.ts';
import { addRedirect } from './redirects/add.ts';
import { listRedirects } from './redirects/list.ts';
import { removeRedirect } from './redirects/remove.ts';
import { listReviews } from './reviews/list.ts';
import { returnDraft } from './reviews/return.ts';
import { submitDraft } from './reviews/submit.ts';
import { confirmWithPassword } from './sessions/confirm.ts';
import { endSession, signOut } from './sessions/end.ts';
import { getCurrentUser, listSessions } from './sessions/list.ts';
import { createShareLink } from './share-links/create.ts';
import { listShareLinks } from './share-links/list.ts';
import { revokeShareLink } from './share-links/revoke.ts';
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
import { getVersion } from './versions/get.ts';
import { keepVersion } from './versions/keep.ts';
import { listVersions } from './versions/list.ts';
import { restoreVersion } from './versions/restore.ts';

type Input<O extends StudioOperation> = O extends { upload: true }
  ? AsyncIterable<ReceivedFile> | Iterable<ReceivedFile>
  : O extends { body: infer B extends z.ZodObject }
    ? z.output<B>
    : O extends { input: infer I extends z.ZodObject }
      ? z.output<I>
      : Record<never, never>;
type Handlers = {
  [N in StudioOperationName]: (
    ctx: ApiContext,
    input: Input<(typeof studioOperations)[N]>,
    caller: Caller,
  ) => Promise<z.input<(typeof studioOperations)[N]['output']>>;
};

/** The handlers of the Studio's operations. */
export const studioHandlers: Handlers = {
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
  backupState: readBackupStateForEditors,
  listContent,
  calendar: listCalendarItems,
  openEntry,
  createEntry,
  saveDraft,
  discardDraft,
  checkEntry,
  publishEntry,
  scheduleEntry,
  changeSchedule,
  withdrawEntry,
  undoAct,
  planBulkAct,
  runBulkAct,
  undoBulkAct,
  bulkAct: getBulkAct,
  bulkActs: listBulkActs,
  shareLinks: listShareLinks,
  createShareLink,
  revokeShareLink,
  renameEntry,
  reviews: listReviews,
  submitDraft,
  returnDraft,
  redirects: listRedirects,
  addRedirect,
  removeRedirect,
  entryHistory: listVersions,
  entryVersion: getVersion,
  keepVersion,
  restoreVersion,
  deleteEntry,
  deletedEntries: listDeletedEntries,
  restoreEntry,
  choices: listChoices,
  findTargets,
  pictures: listLibrary,
  picture: openPicture,
  uploadPictures,
  describePicture,
  replacePicture,
  restorePicture,
  removePicture,
};
