import type { Database } from './db/connect.ts';

/** What every verb is given: the database (or a transaction of it). */
export interface Context {
  db: Database;
}
