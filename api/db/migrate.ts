import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg, { type Pool } from 'pg';
import { advisoryLockKeys } from './advisory-locks.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Milliseconds for which a migration waits for a lock; later queries queue behind the wait. */
const lockTimeout = 30_000;

async function lockMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLockKeys.migration,
  ]);
  if (rows[0]?.taken) return;
  console.log('Another server is migrating the database; this one is waiting for it.');
  await client.query('select pg_advisory_lock($1)', [advisoryLockKeys.migration]);
}

/**
 * Applies the missing migrations, each in its own transaction, one server at a time, on a connection outside the pool.
 * A migration has no time limit, but waits at most half a minute for locks. Throws when an applied migration was
 * edited, or when the database is newer than the program.
 */
export async function migrate(
  config: pg.ClientConfig,
  limits: { lockTimeout: number } = { lockTimeout },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const client = new pg.Client({
    ...config,
    application_name: 'site-migrations',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // The current statement fails too; without a listener the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await lockMigrations(client);
    await client.query(`set lock_timeout = ${limits.lockTimeout}`);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')).rows.map((row) => [
        row.name,
        row.sha256,
      ]),
    );
    for (const name of applied.keys()) {
      if (!names.includes(name))
        throw new Error(`The database has migration ${name}, which this version does not know. Run the newer version.`);
    }
    for (const name of names) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before) throw new Error(`Migration ${name} was changed after it had been applied.`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
    }
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => undefined);
  }
}

/** Returns whether every migration of this program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const { rows } = await pool.query<{ count: string }>('select count(*) from migrations where name = any($1)', [names]);
  return Number(rows[0]?.count) === names.length;
}
