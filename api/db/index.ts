// What other rooms use of the database: its tables, and how they are read and changed.

export { apiTokens, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from './access-tables.ts';
export { readBackupStateForEditors } from './backup-state.ts';
export { advisoryLockKeys, getRunKey } from './claim-run.ts';
export { type Connection, connectDatabase, type Database } from './connect.ts';
export {
  consultationAdviserDaysOff,
  consultationAdviserHours,
  consultationAdvisers,
  consultationDaysOff,
  consultationExceptions,
  consultationHours,
  consultationSettings,
  consultations,
} from './consultation-tables.ts';
export {
  type DeletedRevision,
  databaseIds,
  deletedEntries,
  entryStates,
  externalLinks,
  formerMedia,
  type ImportedPicture,
  importedEntries,
  keptVersions,
  type ListChange,
  listActs,
  media,
  missingPages,
  type PublicEntryState,
  pictureUses,
  redirectHits,
  redirects,
  reviews,
  supersededVectors,
} from './editorial-tables.ts';
export {
  type MessageFields,
  messageActs,
  missedSearches,
  privacyActs,
  replies,
  submissionReads,
} from './message-tables.ts';
export { dailyNumbers, measurements, visitorSalts } from './number-tables.ts';
export { parseId } from './parse-id.ts';
export { createContainsPattern, hasErrorCode, isUniqueViolation, readSnapshot, runPrepared } from './statements.ts';
export {
  acts,
  bulkActEntries,
  bulkActs,
  draftSaves,
  drafts,
  draftTexts,
  joinLinks,
  logRecords,
  openIdRequests,
  passkeyChallenges,
  passkeys,
  presences,
  recoveryCodes,
  type StateBefore,
  sessions,
  shareLinks,
  userIdentities,
  users,
} from './studio-tables.ts';
export {
  categories,
  cities,
  entries,
  feedIds,
  files,
  formerSlugs,
  interests,
  outbox,
  personas,
  positions,
  rateLimitCounts,
  revisions,
  searchWords,
  sharedValues,
  shownMonths,
  states,
  submissionKindEnum,
  submissions,
  teamMembers,
  viewQueries,
  views,
} from './tables.ts';
