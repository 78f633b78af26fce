import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryTypeNames } from '../../contract/content/entry-types.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { advisoryLockKeys } from './claim-run.ts';
import { findBreakingStatements, hasDeclaration, isAdditive } from './find-breaking-statements.ts';
import { isMigrated, migrate } from './migrate.ts';

const empty = await setUpDatabase();
beforeEach(async () => {
  await empty.pool.query('drop schema public cascade; drop schema if exists as_of cascade; create schema public');
});

const listNames = async () =>
  (await readdir(new URL('./migrations', import.meta.url))).filter((name) => name.endsWith('.sql')).sort();
const listApplied = async ({ pool }: TestDatabase) =>
  (await pool.query('select name, sha256, applied_at from migrations order by name')).rows;

it('creates the schema of this program in an empty database', async () => {
  await migrate(empty.config);
  expect((await listApplied(empty)).map(({ name }) => name)).toEqual(await listNames());
  expect(await isMigrated(empty.pool)).toBe(true);
  expect((await empty.pool.query("select value from shared_values where name = 'signing_key'")).rows[0].value).toMatch(
    /^[0-9a-f]{64}$/,
  );
});

it('runs once if several servers start it', async () => {
  await Promise.all([1, 2, 3].map(() => migrate(empty.config)));
  expect((await listApplied(empty)).map(({ name }) => name)).toEqual(await listNames());
});

describe('a migrated database', () => {
  let migrated: TestDatabase;
  beforeEach(async () => {
    migrated = await openTestDatabase();
  });
  afterEach(() => migrated.close());

  it('does nothing when it is repeated', async () => {
    const before = await listApplied(migrated);
    await migrate(migrated.config);
    expect(await listApplied(migrated)).toEqual(before);
  });

  it('adds the types of entries that the database does not know', async () => {
    await migrated.pool.query("alter type entry_type rename value 'APP' to 'FORMER'");
    await migrate(migrated.config);
    const { rows } = await migrated.pool.query('select unnest(enum_range(null::entry_type))::text as name');
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['FORMER', ...entryTypeNames]));
  });

  it('refuses a database with an applied migration that was edited later', async () => {
    await migrated.pool.query("update migrations set sha256 = 'another'");
    await expect(migrate(migrated.config)).rejects.toThrow(
      /^Migration 0001_\w+\.sql was changed after it had been applied\.$/,
    );
    // The refusal leaves no lock behind.
    await expect(migrate(migrated.config)).rejects.toThrow(/was changed/);
  });

  it('refuses a database with unknown migrations, and names them', async () => {
    await migrated.pool.query("insert into migrations (name, sha256) values ('9999_future.sql', 'x')");
    await expect(migrate(migrated.config)).rejects.toThrow(/9999_future\.sql.*newer version/);
  });

  it('goes on with what a newer version added, and records its own migrations as additive', async () => {
    const { rows } = await migrated.pool.query('select bool_and(additive) as additive from migrations');
    expect(rows).toEqual([{ additive: true }]);
    await migrated.pool.query("insert into migrations (name, sha256, additive) values ('9999_future.sql', 'x', true)");
    await migrate(migrated.config);
    expect(await isMigrated(migrated.pool)).toBe(true);
  });

  it('adds what the table of migrations of the first versions lacks', async () => {
    await migrated.pool.query('alter table migrations drop column additive');
    await migrate(migrated.config);
    const { rows } = await migrated.pool.query('select bool_or(additive) as additive from migrations');
    expect(rows).toEqual([{ additive: false }]);
  });
});

it('leaves the database unchanged if a migration fails, and names the migration', async () => {
  await empty.pool.query('create table positions (taken int)');
  await expect(migrate(empty.config)).rejects.toThrow(/^Migration 0001_\w+\.sql failed$/);
  const { rows } = await empty.pool.query(
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual(['migrations', 'positions']);
  expect(await isMigrated(empty.pool)).toBe(false);
});

describe('during the first migration', () => {
  let name: string;
  /** Runs SQL during the first migration, by a function that hides PostgreSQL's own. */
  async function runDuringMigration(sql: string): Promise<void> {
    await empty.pool.query(`
      create function public.now() returns timestamptz language plpgsql as $$ begin
        if not exists (select from public.migrations) then perform ${sql}; end if;
        return pg_catalog.now();
      end $$;
      alter database ${name} set search_path = public, pg_catalog`);
  }
  beforeEach(async () => {
    name = (await empty.pool.query('select current_database() as name')).rows[0].name;
  });
  afterEach(() => empty.pool.query(`alter database ${name} reset all`));

  it('is not subject to the statement timeout', async () => {
    await runDuringMigration('pg_sleep(0.6)');
    await empty.pool.query(`alter database ${name} set statement_timeout = '300ms'`);
    await migrate(empty.config);
    expect(await isMigrated(empty.pool)).toBe(true);
  });

  it('names the migration if the connection breaks', async () => {
    await runDuringMigration('pg_terminate_backend(pg_backend_pid())');
    await expect(migrate(empty.config)).rejects.toThrow(/^Migration 0001_\w+\.sql failed$/);
  });
});

describe('beside a transaction that holds a lock', () => {
  let other: pg.Client;
  beforeEach(async () => {
    other = new pg.Client(empty.config);
    await other.connect();
    await other.query('begin');
  });
  afterEach(() => other.end());

  it('fails soon if a table is locked, so that no other statement waits behind it for long', async () => {
    await other.query('create table positions (taken int)');
    await expect(migrate(empty.config, { lockTimeout: 200 })).rejects.toMatchObject({ cause: { code: '55P03' } });
    await other.query('rollback');
    await migrate(empty.config);
    expect(await isMigrated(empty.pool)).toBe(true);
  });

  it('waits as long as necessary for another server that migrates', async () => {
    await other.query('select pg_advisory_xact_lock($1)', [advisoryLockKeys.migration]);
    // The limit for locks on tables is so short that it would end this wait, if it counted.
    const waiting = migrate(empty.config, { lockTimeout: 50 });
    const countWaiting = async () => {
      const { rows } = await empty.pool.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where application_name = 'site-migrations' and wait_event_type = 'Lock' and now() - query_start > interval '100 ms'",
      );
      return rows[0]?.waiting;
    };
    await expect.poll(countWaiting).toBe(1);
    await other.query('commit');
    await waiting;
    expect(await isMigrated(empty.pool)).toBe(true);
  });
});

it.each([
  'drop table views;',
  'alter table entries drop column cover;',
  'alter table entries rename column cover to picture;',
  'alter table entries alter column cover type int using 0;',
  'alter table entries alter column cover set not null;',
  'alter table revisions alter column schema_version drop default;',
  'alter table entries add column a int, add column b text not null;',
  'alter table entries add column a text not null, add column b int default 0;',
  'alter table entries add constraint short check (length(slug) < 9);',
  'create unique index one_cover on entries (cover);',
  'delete from views;',
  'DROP   TRIGGER announce ON entries;',
])('finds what breaks an earlier server: %s', (sql) => {
  expect(findBreakingStatements(sql)).toHaveLength(1);
});

it.each([
  "alter table entries add column a int not null default 0, add column b text default 'drop table x';",
  'alter table entries add column a int generated always as (1) stored not null;',
  'create table notes (id int primary key, text text not null); create unique index on notes (text);',
  'create table notes (a int); alter table notes add constraint one check (a > 0);',
  'alter table acts drop constraint acts_kind_check;',
  'create index on entries (cover); -- drop table entries',
  'create function f() returns void language plpgsql as $$ begin delete from views; end $$;',
  'update entries set cover = null;',
])('accepts what an earlier server can go on with: %s', (sql) => {
  expect(findBreakingStatements(sql)).toEqual([]);
});

it('reads the declaration of a migration', () => {
  const breaking = '-- Not additive: no server reads the column any more.\nalter table entries drop column cover;\n';
  expect([hasDeclaration(breaking), isAdditive(breaking)]).toEqual([true, false]);
  const widening = '-- Additive: the check allows more than before.\n';
  expect([hasDeclaration(widening), isAdditive(widening)]).toEqual([true, true]);
  expect([hasDeclaration('create table a ();'), isAdditive('create table a ();')]).toEqual([false, true]);
});
