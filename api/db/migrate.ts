import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg, { type Pool } from 'pg';
import { entryTypeNames } from '../../contract/content/entry-types.ts';
import { advisoryLockKeys } from './claim-run.ts';
import { isAdditive } from './find-breaking-statements.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Milliseconds for which a migration waits for a lock; later queries queue behind the wait. */
const lockTimeout = 30_000;

/** A migration of this program: its file's name, text and hash. */
export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Returns the migrations of this program in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** A migration that has been applied to a database, or to the database of a backup. */
interface AppliedMigration extends Pick<Migration, 'name' | 'sha256'> {
  /** Whether servers without this migration can go on; default: false. */
  additive?: boolean;
}

/**
 * Returns the names of applied migrations that this program does not know, but can go on with, because the newer
 * program recorded them as additive. Throws for any other unknown migration, and for a known one with another text.
 * `owner` names the place where the migrations were applied.
 */
export function checkMigrations(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  owner = 'The database',
): string[] {
  const hashes = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  const unknown = applied.filter(({ name }) => !hashes.has(name));
  const breaking = unknown.find(({ additive }) => !additive);
  if (breaking)
    throw new Error(
      `${owner} has migration ${breaking.name}, which this version does not know. Run the newer version.`,
    );
  const changed = applied.find(({ name, sha256 }) => hashes.has(name) && hashes.get(name) !== sha256);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`);
  return unknown.map(({ name }) => name);
}

/** Creates the table of applied migrations, and adds a column that databases of the first versions lack. */
async function prepareMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now(), additive boolean not null default false)',
  );
  // ALTER TABLE locks the table even if nothing is missing, so a backup under way would delay every start.
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'additive'",
  );
  if (!rowCount) await client.query('alter table migrations add column additive boolean not null default false');
}

async function lockMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLockKeys.migration,
  ]);
  if (rows[0]?.taken) return;
  console.log('Another server is migrating the database; this one is waiting for it.');
  await client.query('select pg_advisory_lock($1)', [advisoryLockKeys.migration]);
}

/** Adds the types of entries that the database does not know, so that a new type needs no migration. */
async function addEntryTypes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select unnest(enum_range(null::entry_type))::text as name');
  const missing = entryTypeNames.filter((type) => rows.every(({ name }) => name !== type));
  for (const type of missing) await client.query(`alter type entry_type add value ${pg.escapeLiteral(type)}`);
}

export interface MigrateOptions {
  /** Milliseconds for which a migration waits for a lock. */
  lockTimeout?: number;
  /** The migrations to apply; default: all. */
  names?: readonly string[];
  /** Is told how far the work is: `3 of 57`. */
  report?: (detail: string) => void;
}

/**
 * Applies the missing migrations, each in its own transaction, one server at a time, on a connection outside the pool.
 * A migration has no time limit, but waits at most half a minute for locks. Throws when an applied migration was
 * edited, or when a newer program made a change that this one cannot go on with.
 */
export async function migrate(config: pg.ClientConfig, options: MigrateOptions = {}): Promise<void> {
  const known = await readMigrations();
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
    await client.query(`set lock_timeout = ${options.lockTimeout ?? lockTimeout}`);
    await prepareMigrationsTable(client);
    const { rows: applied } = await client.query<AppliedMigration>('select name, sha256, additive from migrations');
    const newer = checkMigrations(applied, known);
    if (newer.length > 0)
      console.log(`A newer version added ${newer.join(', ')} to the database; this version can go on with it.`);
    const names = options.names ?? known.map(({ name }) => name);
    const missing = known.filter(({ name }) => names.includes(name) && !applied.some((one) => one.name === name));
    options.report?.(missing.length === 0 ? 'none to apply' : '');
    for (const [index, { name, sql, sha256 }] of missing.entries()) {
      options.report?.(`${index + 1} of ${missing.length}`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (name, sha256, additive) values ($1, $2, $3)', [
          name,
          sha256,
          isAdditive(sql),
        ]);
        await client.query('commit');
      } catch (error) {
        // After a broken connection the rollback fails too, and its error must not hide the cause.
        await client.query('rollback').catch(() => undefined);
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
    }
    // Later migrations add types themselves.
    if (!options.names) await addEntryTypes(client);
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
