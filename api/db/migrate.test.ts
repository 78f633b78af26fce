import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { isMigrated, migrate } from './migrate.ts';

let empty: TestDatabase;
let pools: pg.Pool[] = [];
beforeAll(async () => {
  empty = await openTestDatabase();
});
beforeEach(async () => {
  await empty.pool.query('drop schema public cascade; create schema public');
  pools = [1, 2, 3].map(() => new pg.Pool({ ...empty.config, max: 1 }));
});
afterEach(() => Promise.all(pools.map((pool) => pool.end())));
afterAll(() => empty.close());

const names = async () =>
  (await readdir(new URL('./migrations/', import.meta.url))).filter((name) => name.endsWith('.sql')).sort();
const applied = async () =>
  (await empty.pool.query('select name, sha256, applied_at from migrations order by name')).rows;

it('brings an empty database to the schema of this program', async () => {
  await migrate(empty.pool);
  expect((await applied()).map(({ name }) => name)).toEqual(await names());
  expect(await isMigrated(empty.pool)).toBe(true);
  expect((await empty.pool.query("select value from shared_values where name = 'signing_key'")).rows[0].value).toMatch(
    /^[0-9a-f]{64}$/,
  );
});

it('does nothing the second time', async () => {
  await migrate(empty.pool);
  const before = await applied();
  await migrate(empty.pool);
  expect(await applied()).toEqual(before);
});

it('is done once by several at once', async () => {
  await Promise.all(pools.map((pool) => migrate(pool)));
  expect((await applied()).map(({ name }) => name)).toEqual(await names());
});

it('refuses a database in which a migration was applied that has been edited since', async () => {
  await migrate(empty.pool);
  await empty.pool.query("update migrations set sha256 = 'another'");
  await expect(migrate(empty.pool)).rejects.toThrow(
    /^Migration 0001_\w+\.sql was changed after it had been applied\.$/,
  );
  // Nothing is left locked behind it.
  await expect(migrate(empty.pool)).rejects.toThrow(/was changed/);
});

it('refuses a database that is newer than the program, and names what it does not know', async () => {
  await migrate(empty.pool);
  await empty.pool.query("insert into migrations (name, sha256) values ('9999_future.sql', 'x')");
  await expect(migrate(empty.pool)).rejects.toThrow(/9999_future\.sql.*newer version/);
});

it('leaves a database as it was where a migration fails, and says which', async () => {
  await empty.pool.query('create table positions (taken int)');
  await expect(migrate(empty.pool)).rejects.toThrow(/^Migration 0001_\w+\.sql failed$/);
  const { rows } = await empty.pool.query(
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual(['migrations', 'positions']);
  expect(await isMigrated(empty.pool)).toBe(false);
});
