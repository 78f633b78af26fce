import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseConfig, getDatabaseUrl } from '../../testing/postgres.ts';
import { StartError } from '../process/start-error.ts';
import { openDatabase } from './database.ts';

const name = `start_${randomBytes(4).toString('hex')}`;
const admin = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as pg.ClientConfig;
const target = createDatabaseConfig(admin, name);
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(admin);
  await client.connect();
});
afterAll(() => client.end());

/**
 * Opens a new database after a preparation. Returns the error of the start and the number of tables that the start
 * created.
 */
async function start(options: string, prepare = ''): Promise<{ error: unknown; tables: number }> {
  await client.query(`create database ${name} ${options}`);
  const inside = new pg.Client(target);
  await inside.connect();
  try {
    if (prepare) await inside.query(prepare);
    const error = await openDatabase({ DATABASE_URL: getDatabaseUrl(target), DATA_DIR: '/nowhere' }).then(
      async (opened) => void (await opened.close()),
      (reason: unknown) => reason,
    );
    const { rows } = await inside.query(
      "select count(*)::int as count from pg_catalog.pg_tables where schemaname = 'public'",
    );
    return { error, tables: rows[0].count };
  } finally {
    await inside.end();
    await client.query(`drop database ${name} with (force)`);
  }
}

async function expectRefused(started: ReturnType<typeof start>, line: RegExp): Promise<void> {
  const { error, tables } = await started;
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toMatch(line);
  expect((error as Error).message).not.toContain('\n');
  expect(tables).toBe(0);
}

describe('a start refuses, in one line and before any migration, a database that', () => {
  it('is older than PostgreSQL 15', () =>
    // This function hides PostgreSQL's own, so that a real server reports another version.
    expectRefused(
      start(
        '',
        `create function public.current_setting(text) returns text language sql stable as
          $$ select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$;
        alter database ${name} set search_path = public, pg_catalog`,
      ),
      /names a PostgreSQL 14; the site needs PostgreSQL 15 or newer/,
    ));

  it('is not in UTF-8', () =>
    expectRefused(
      start("encoding 'SQL_ASCII' locale 'C' template template0"),
      /has the encoding SQL_ASCII; the site needs UTF8/,
    ));

  it('gives its role no right to create tables', () =>
    expectRefused(
      start('', `alter database ${name} set role = 'pg_monitor'; revoke create on schema public from public`),
      /The role pg_monitor is not allowed to create tables in the schema public .*grant usage, create/,
    ));

  it('gives its role no right to create a schema', () =>
    expectRefused(
      start('', `alter database ${name} set role = 'pg_monitor'; grant create on schema public to pg_monitor`),
      /The role pg_monitor is not allowed to create the schema as_of .*grant create on database/,
    ));

  it('is read-only', () =>
    expectRefused(
      start('', `alter database ${name} set default_transaction_read_only = on`),
      /The database is read-only/,
    ));
});

it('a start opens a database that meets the requirements', async () => {
  const { error, tables } = await start('');
  expect(error).toBeUndefined();
  expect(tables).toBeGreaterThan(10);
});
