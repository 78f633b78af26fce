/**
 * Keys of PostgreSQL's advisory locks, one for each purpose. A released key never changes meaning, because servers of
 * two releases run side by side. Locks on one of many things hash its name instead.
 */
export const advisoryLocks = {
  migration: 7_210_001,
  embeddedAccount: 7_210_002,
  contentImport: 7_210_003,
  placesImport: 7_210_004,
  /** First of two keys; the second is the hash of the job's name. */
  maintenanceJob: 7_210_005,
  calendar: 7_210_006,
  unusedFiles: 7_210_013,
  testDatabases: 7_210_014,
} as const;
