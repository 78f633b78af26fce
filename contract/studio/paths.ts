// This table is separate from the operations' schemas, so that a browser can call the API without loading them.

/**
 * The operations of the Studio's API, and the method of each. An operation that changes nothing is POST if its input
 * must not be in an address: a secret, such as the token of an invitation, or a long text or list.
 */
export const studioMethods = {
  readJoinLink: 'POST',
  beginJoin: 'POST',
  finishJoin: 'POST',
  joinWithPassword: 'POST',
  beginSignIn: 'POST',
  finishSignIn: 'POST',
  signInWithPassword: 'POST',
  signInWithRecoveryCode: 'POST',
  beginOpenId: 'POST',
  finishOpenId: 'POST',
  signOut: 'POST',
  me: 'GET',
  mySessions: 'GET',
  endSession: 'POST',
  beginConfirm: 'POST',
  finishConfirm: 'POST',
  confirmWithPassword: 'POST',
  signInMethods: 'GET',
  beginPasskey: 'POST',
  addPasskey: 'POST',
  renamePasskey: 'POST',
  removePasskey: 'POST',
  setPassword: 'POST',
  removePassword: 'POST',
  removeIdentity: 'POST',
  newRecoveryCodes: 'POST',
  users: 'GET',
  inviteUser: 'POST',
  invitations: 'GET',
  cancelInvitation: 'POST',
  changeUser: 'POST',
  backupState: 'GET',
  listContent: 'GET',
  calendar: 'GET',
  openEntry: 'GET',
  createEntry: 'POST',
  saveDraft: 'POST',
  discardDraft: 'POST',
  checkEntry: 'POST',
  publishEntry: 'POST',
  scheduleEntry: 'POST',
  changeSchedule: 'POST',
  withdrawEntry: 'POST',
  undoAct: 'POST',
  planBulkAct: 'POST',
  runBulkAct: 'POST',
  undoBulkAct: 'POST',
  bulkAct: 'GET',
  bulkActs: 'GET',
  shareLinks: 'GET',
  createShareLink: 'POST',
  revokeShareLink: 'POST',
  renameEntry: 'POST',
  entryHistory: 'GET',
  entryVersion: 'GET',
  keepVersion: 'POST',
  restoreVersion: 'POST',
  deleteEntry: 'POST',
  deletedEntries: 'GET',
  restoreEntry: 'POST',
  reviews: 'GET',
  submitDraft: 'POST',
  returnDraft: 'POST',
  redirects: 'GET',
  addRedirect: 'POST',
  removeRedirect: 'POST',
  choices: 'GET',
  findTargets: 'GET',
  pictures: 'GET',
  picture: 'GET',
  uploadPictures: 'POST',
  describePicture: 'POST',
  replacePicture: 'POST',
  restorePicture: 'POST',
  removePicture: 'POST',
} as const;

/**
 * The header by which a page of the Studio names the user it was made for, by id. A call that changes something is
 * refused if somebody else has signed in on the same browser since. A new sign-in is accepted.
 */
export const pageUserHeader = 'x-studio-user';

/** The hidden field by which a form names that user when it is sent without JavaScript. */
export const pageUserField = 'pageUser';

export type StudioOperationName = keyof typeof studioMethods;

/** Returns the path of an operation: `saveDraft` → `/api/studio/save-draft`. */
export function getStudioApiPath(name: StudioOperationName): string {
  return `/api/studio/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
