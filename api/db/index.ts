// What other rooms use of the database: its tables, and how they are read and changed.

export * from './access-tables.ts';
export { readBackupStateForEditors } from './backup-state.ts';
export { advisoryLockKeys, getRunKey } from './claim-run.ts';
export { type Connection, connectDatabase, type Database } from './connect.ts';
export * from './consultation-tables.ts';
export * from './editorial-tables.ts';
export * from './message-tables.ts';
export * from './number-tables.ts';
export { parseId } from './parse-id.ts';
export { deleteSharedValue, readSharedValue, storeSharedValue } from './shared-values.ts';
export { createContainsPattern, hasErrorCode, isUniqueViolation, readSnapshot, runPrepared } from './statements.ts';
export * from './studio-tables.ts';
export * from './tables.ts';
