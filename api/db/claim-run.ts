import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Connection } from './connect.ts';
import { sharedValues } from './tables.ts';

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
  logSeal: 7_210_075,
  redirects: 7_210_078,
} as const;

export const getRunKey = (name: string) => `last_run_${name}`;

/**
 * Runs work unless another server runs it now or did within `interval` milliseconds; returns the result, or null. The
 * lock belongs to the connection, so a crash releases it. Failed work counts as not done.
 */
export async function claimRun<T>(
  { pool }: Connection,
  name: string,
  interval: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows: locks } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [advisoryLockKeys.maintenanceJob, name],
    );
    if (!locks[0]?.locked) return null;
    try {
      // A little less than the interval, because a timer that fires too early would otherwise skip every other run.
      const { rowCount } = await client.query(
        `select 1 from shared_values where name = $1 and value::timestamptz > now() - make_interval(secs => $2)`,
        [getRunKey(name), (interval / 1000) * 0.9],
      );
      if (rowCount) return null;
      const answer = await work();
      await client.query(
        `insert into shared_values (name, value) values ($1, now()::text)
        on conflict (name) do update set value = excluded.value`,
        [getRunKey(name)],
      );
      return answer;
    } finally {
      await client
        .query('select pg_advisory_unlock($1, hashtext($2))', [advisoryLockKeys.maintenanceJob, name])
        .catch(() => {
          isBroken = true;
        });
    }
  } finally {
    client.release(isBroken);
  }
}

/** Forgets when work last ran, so that the next `claimRun` runs it. */
export async function forgetRun({ db }: Context, name: string): Promise<void> {
  await db.delete(sharedValues).where(eq(sharedValues.name, getRunKey(name)));
}
