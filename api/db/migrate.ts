import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the database up to this program's schema, each migration in its own transaction, one server at a time.
 * Throws when an applied migration was edited since, or when the database is newer than the program.
 */
export async function migrate(pool: Pool): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
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
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration]).catch(() => undefined);
    client.release();
  }
}

/** True when every migration of this program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const { rows } = await pool.query<{ count: string }>('select count(*) from migrations where name = any($1)', [names]);
  return Number(rows[0]?.count) === names.length;
}
