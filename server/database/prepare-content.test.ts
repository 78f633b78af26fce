import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importContent } from '../../api/content/import.ts';
import { entries } from '../../api/db/tables.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { prepareContent } from './prepare-content.ts';

let databases: TestDatabase[];
beforeAll(async () => {
  databases = await Promise.all([openTestDatabase(), openTestDatabase()]);
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

const start = (database: TestDatabase) => prepareContent(database, new AbortController().signal);

it('fills a new database with the demo company, and never one that was emptied', { timeout: 120_000 }, async () => {
  const [database] = databases as [TestDatabase];
  await start(database);
  expect(await database.db.$count(entries)).toBeGreaterThan(80);
  await database.empty();
  await start(database);
  expect(await database.db.$count(entries)).toBe(0);
});

it('leaves a database empty into which an empty folder was imported', { timeout: 120_000 }, async () => {
  const [, database] = databases as [TestDatabase, TestDatabase];
  const folder = await mkdtemp(join(tmpdir(), 'empty-'));
  await importContent(database, folder, { prune: true });
  await rm(folder, { recursive: true });
  await start(database);
  expect(await database.db.$count(entries)).toBe(0);
});
