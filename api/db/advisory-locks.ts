/**
 * Keys of PostgreSQL's advisory locks, one for each purpose. Once shipped, a key is never changed or used again,
 * because servers of two releases may run side by side. To lock one item of many, its hashed name is the key instead.
 */
export const advisoryLockKeys = {
  migration: 7_210_001,
  embeddedAccount: 7_210_002,
  contentImport: 7_210_003,
  placesImport: 7_210_004,
  /** First of two keys; the second is the hash of the job's name. */
  maintenanceJob: 7_210_005,
  calendar: 7_210_006,
  unusedFiles: 7_210_013,
  testDatabases: 7_210_014,
  setUp: 7_210_025,
  pictures: 7_210_029,
  archive: 7_210_031,
} as const;
