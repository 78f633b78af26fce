import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { exportContent } from '../api/content/import-export/export.ts';
import { importContent } from '../api/content/import-export/import.ts';
import { ContentError, type ContentProblem } from '../api/content/import-export/problems.ts';
import { createSmtpSender, type SmtpSender } from '../server/jobs/mail.ts';
import { openTestApi, type TestApi } from './api.ts';
import { type ContentFolder, makeContentFolder } from './content-folder.ts';
import { makeDataFolder } from './data-folder.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { getDatabaseUrl } from './postgres.ts';
import { makeUser, type TestUser } from './studio.ts';

/** Removes what the tests before left in a database. */
export type Cleanup = (database: TestDatabase) => Promise<unknown>;

export const removeContent: Cleanup = (database) => database.empty();

export const removeMessages: Cleanup = ({ pool }) => pool.query('delete from submissions; delete from outbox');

/** Removes all users of the Studio and the links by which people join. */
export const removeUsers: Cleanup = ({ pool }) => pool.query('delete from users; delete from join_links');

/** Opens a database for the tests of a file; `cleanup` runs before each test. */
export async function setUpDatabase(cleanup?: Cleanup): Promise<TestDatabase> {
  const database = await openTestDatabase();
  if (cleanup) beforeEach(() => cleanup(database));
  afterAll(() => database.close());
  return database;
}

/** Creates a data folder for the tests of a file, and removes it after them. */
export async function setUpDataFolder(prefix: string): Promise<string> {
  const folder = await makeDataFolder(prefix);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the API on a database of its own for the tests of a file; `cleanup` runs before each test. */
export async function setUpApi(cleanup?: Cleanup): Promise<TestApi> {
  const api = await openTestApi();
  if (cleanup) beforeEach(() => cleanup(api.database));
  afterAll(() => api.close());
  return api;
}

/** The API with an editor, and `call` for the operations of the editor. */
export interface EditorApi {
  api: TestApi;
  editor: TestUser;
  call: TestUser['client']['call'];
}

/** Opens the API with an editor for the tests of a file. Each test begins without entries. */
export async function setUpEditorApi(name?: string): Promise<EditorApi> {
  const api = await setUpApi(removeContent);
  const editor = await makeUser(api.ctx, 'EDITOR', name);
  return { api, editor, call: (...args) => editor.client.call(...args) };
}

/** Opens a database and a mail server for the tests of a file. Each test begins without mails. */
export async function setUpOutbox(): Promise<{ database: TestDatabase; mailServer: MailServer }> {
  const mailServer = await startMailServer();
  afterAll(() => mailServer.close());
  const database = await setUpDatabase(async ({ pool }) => {
    await pool.query('delete from outbox');
    mailServer.received.length = 0;
    mailServer.refuseWith = null;
  });
  return { database, mailServer };
}

/** Creates a sender of mails to a mail server. */
export const createTestSender = (url: string): SmtpSender =>
  createSmtpSender({ SMTP_URL: url }, () => ({
    name: 'WSE',
    address: 'support@site.example',
    siteUrl: 'https://site.example',
  }));

/** Creates a folder of content before each test, and deletes it afterwards. The object stays the same. */
export function setUpContentFolder(): ContentFolder {
  const folder = {} as ContentFolder;
  beforeEach(async () => void Object.assign(folder, await makeContentFolder()));
  afterEach(() => folder.remove());
  return folder;
}

/** Exports the content to a folder, which is deleted after the test. Returns its path. */
export async function exportToFolder(ctx: Parameters<typeof exportContent>[0]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'export-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await exportContent(ctx, path);
  return path;
}

/** Returns the problems for which an import is refused. Throws if it is not refused as content. */
export async function listImportProblems(...given: Parameters<typeof importContent>): Promise<ContentProblem[]> {
  const refused = await importContent(...given).catch((error: unknown) => error);
  if (!(refused instanceof ContentError)) throw new Error('was not refused as content', { cause: refused });
  return refused.problems;
}

/** Opens a database for the tests of a file, and names it to the commands that the tests run in this process. */
export async function setUpCommandDatabase(): Promise<TestDatabase> {
  const database = await setUpDatabase();
  beforeEach(() => void vi.stubEnv('DATABASE_URL', getDatabaseUrl(database.config)));
  afterEach(() => vi.unstubAllEnvs());
  return database;
}
