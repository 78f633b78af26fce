// Separate from the schemas, so that a browser can call without loading them.

/** The operations of the Studio's API, and the method of each. */
export const studioMethods = {
  readJoinLink: 'POST',
  beginJoin: 'POST',
  finishJoin: 'POST',
  joinWithPassword: 'POST',
  beginSignIn: 'POST',
  finishSignIn: 'POST',
  signInWithPassword: 'POST',
  signInWithRecoveryCode: 'POST',
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
  newRecoveryCodes: 'POST',
  users: 'GET',
  inviteUser: 'POST',
  changeUser: 'POST',
  listContent: 'GET',
  calendar: 'GET',
  openEntry: 'GET',
  createEntry: 'POST',
  saveDraft: 'POST',
  discardDraft: 'POST',
  checkEntry: 'POST',
  publishEntry: 'POST',
  scheduleEntry: 'POST',
  withdrawEntry: 'POST',
  undoAct: 'POST',
  planBulkAct: 'POST',
  runBulkAct: 'POST',
  undoBulkAct: 'POST',
  bulkAct: 'GET',
  bulkActs: 'GET',
  renameEntry: 'POST',
  entryHistory: 'GET',
  restoreRevision: 'POST',
  choices: 'GET',
  findTargets: 'GET',
} as const;

export type StudioOperationName = keyof typeof studioMethods;

/** Returns the path of an operation: `saveDraft` → `/api/studio/save-draft`. */
export function getStudioApiPath(name: StudioOperationName): string {
  return `/api/studio/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
