import type { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

/** PostgreSQL's error codes when it answers reads but cannot write to disk (PostgreSQL manual, appendix A). */
const diskCodes = new Map([
  ['53100', 'its disk is full'],
  ['58030', 'its disk fails'],
]);

/** The last refusal of each pool's database. */
const refusals = new WeakMap<Pool, string>();

/** Records when a statement of a pool fails because of the database's disk. */
export function watchWrites(pool: Pool): void {
  pool.on('connect', (client) => {
    const { connection } = client as PoolClient & { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      const refusal = diskCodes.get(code ?? '');
      if (refusal) refusals.set(pool, refusal);
    });
  });
}

/** Returns whether the database can store a table of some pages. The table is rolled back. */
async function canStoreTable(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'create temporary table write_probe on commit drop as select repeat(md5(i::text), 60) from generate_series(1, 20) i',
    );
    return true;
  } catch (error) {
    return !diskCodes.has(String((error as { code?: unknown }).code));
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** Returns why the database cannot write although it answers; null where it can. */
export async function findWriteRefusal(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ setting: string }>("select current_setting('transaction_read_only') as setting");
  if (rows[0]?.setting === 'on') return 'it is read-only';
  const refusal = refusals.get(pool);
  if (!refusal || !(await canStoreTable(pool))) return refusal ?? null;
  refusals.delete(pool);
  return null;
}
