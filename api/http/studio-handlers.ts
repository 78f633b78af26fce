import type { z } from 'zod';
import type { StudioOperation, studioOperations } from '../../contract/studio/operations.ts';
import type { StudioOperationName } from '../../contract/studio/paths.ts';
import { planBulkAct } from '../content/bulk-acts/plan.ts';
import { getBulkAct, listBulkActs } from '../content/bulk-acts/report.ts';
import { runBulkAct } from '../content/bulk-acts/run.ts';
import { undoBulkAct } from '../content/bulk-acts/undo.ts';
import { deleteEntry } from '../content/deleted-entries/delete.ts';
import { listDeletedEntries } from '../content/deleted-entries/list.ts';
import { restoreEntry } from '../content/deleted-entries/restore.ts';
import { findTargets, listChoices } from '../content/drafts/choices.ts';
import { createEntry } from '../content/drafts/create.ts';
import { discardDraft } from '../content/drafts/discard.ts';
import { listContent } from '../content/drafts/list.ts';
import { openEntry } from '../content/drafts/open.ts';
import { saveDraft } from '../content/drafts/save.ts';
import { listCalendarItems } from '../content/entries/calendar.ts';
import { changeSchedule } from '../content/entries/change-schedule.ts';
import { checkEntry } from '../content/entries/check.ts';
import { publishEntry, scheduleEntry, withdrawEntry } from '../content/entries/publish.ts';
import { renameEntry } from '../content/entries/rename.ts';
import { describePicture, removePicture, replacePicture, restorePicture } from '../content/media/change.ts';
import { listLibrary, openPicture } from '../content/media/library.ts';
import { uploadPictures } from '../content/media/upload.ts';
import { addRedirect } from '../content/redirects/add.ts';
import { listRedirects } from '../content/redirects/list.ts';
import { removeRedirect } from '../content/redirects/remove.ts';
import { listReviews } from '../content/reviews/list.ts';
import { returnDraft } from '../content/reviews/return.ts';
import { submitDraft } from '../content/reviews/submit.ts';
import { createShareLink } from '../content/share-links/create.ts';
import { listShareLinks } from '../content/share-links/list.ts';
import { revokeShareLink } from '../content/share-links/revoke.ts';
import { getVersion } from '../content/versions/get.ts';
import { keepVersion } from '../content/versions/keep.ts';
import { listVersions } from '../content/versions/list.ts';
import { restoreVersion } from '../content/versions/restore.ts';
import type { ApiContext, Caller } from '../context.ts';
import { readBackupStateForEditors } from '../db/backup-state.ts';
import type { ReceivedFile } from '../messages/files/upload.ts';
import { undoAct } from '../people/acts/undo.ts';
import { beginOpenId } from '../people/identities/begin.ts';
import { finishOpenId } from '../people/identities/finish.ts';
import { addPasskey, beginPasskey } from '../people/passkeys/add.ts';
import { beginConfirm, finishConfirm } from '../people/passkeys/confirm.ts';
import { beginJoin, finishJoin } from '../people/passkeys/join.ts';
import { beginSignIn, finishSignIn } from '../people/passkeys/sign-in.ts';
import { confirmWithPassword } from '../people/sessions/confirm.ts';
import { endSession, signOut } from '../people/sessions/end.ts';
import { getCurrentUser, listSessions } from '../people/sessions/list.ts';
import { cancelInvitation, listInvitations } from '../people/users/invitations.ts';
import { joinWithPassword } from '../people/users/join-with-password.ts';
import { readJoinLink } from '../people/users/links.ts';
import { changeUser, inviteUser, listUsers } from '../people/users/manage.ts';
import { signInWithPassword, signInWithRecoveryCode } from '../people/users/sign-in.ts';
import {
  createRecoveryCodes,
  getSignInMethods,
  removeIdentity,
  removePasskey,
  removePassword,
  renamePasskey,
  setPassword,
} from '../people/users/sign-in-methods.ts';

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
