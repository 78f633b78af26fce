import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApi } from '../../api/http/plugin.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { openTestApi } from '../../testing/api.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { readSettings } from '../settings.ts';
import { openFileStore } from './file-store.ts';

const s3 = await startS3Server();
afterAll(() => s3.close());
const folder = await setUpDataFolder('site-files-');

const openStore = (env: Record<string, string>) => openFileStore(readSettings({ DATA_DIR: folder, ...env }));
const bytes = Buffer.from([0, 255, 1, 13, 10, 128]);

describe.each([
  ['a folder', () => openStore({})],
  ['a store that speaks S3', () => openStore(s3.env)],
])('%s', (_what, open) => {
  it('stores bytes unchanged until they are removed, and ignores the removal of an unknown key', async () => {
    const store = await open();
    const key = randomUUID();
    await store.put(key, bytes, 'application/pdf');
    expect((await store.get(key)).equals(bytes)).toBe(true);
    expect(await store.has(key)).toBe(true);
    await store.remove(key);
    expect(await store.has(key)).toBe(false);
    await expect(store.get(key)).rejects.toThrow();
    await store.remove(key);
  });

  it('receives uploads, which forms can link', async () => {
    const api = await openTestApi();
    const store = await open();
    const app = await createApi({ ...api.ctx, files: store });
    const answer = await app.inject({ method: 'POST', url: '/api/file/upload', ...createMultipart([createPdf()]) });
    expect(answer.statusCode).toBe(200);
    const { rows } = await api.database.pool.query('select storage_key from files');
    expect((await store.get(rows[0].storage_key)).equals(createPdf().bytes)).toBe(true);
    await app.close();
    await api.close();
  });
});

describe('while the store is down, an upload is 503 and a form is sent without its files', () => {
  async function runWhileDown(store: FileStore) {
    const api = await openTestApi();
    const app = await createApi({ ...api.ctx, files: store });
    const uploaded = await app.inject({ method: 'POST', url: '/api/file/upload', ...createMultipart([createPdf()]) });
    const form = { name: 'Ada', email: 'ada@example.org', message: 'Hi', key: randomUUID(), lostFiles: 'plan.pdf' };
    const sent = await app.inject({ method: 'POST', url: '/api/contact/submit', headers: fromPage, payload: form });
    const { rows } = await api.database.pool.query('select * from files');
    await app.close();
    await api.close();
    expect([uploaded.statusCode, uploaded.headers['retry-after'], sent.statusCode, rows]).toEqual([503, '5', 200, []]);
    expect(uploaded.json().error).toMatchObject({
      code: 'unavailable',
      fields: [{ path: 'files', message: expect.stringContaining('plan.pdf') }],
    });
  }

  it('without a bucket', async () => {
    await runWhileDown(await openStore({ ...s3.env, FILES_S3_BUCKET: 'another' }));
  });

  it('without a listener at the address', async () => {
    await runWhileDown(await openStore({ ...s3.env, FILES_S3_ENDPOINT: 'http://127.0.0.1:9' }));
  });

  it('without the right to write to the folder', async () => {
    const blocked = join(folder, 'blocked');
    await mkdir(blocked);
    await writeFile(join(blocked, 'files'), 'no folder');
    await runWhileDown(await openStore({ DATA_DIR: blocked }));
    expect(await readdir(blocked)).toEqual(['files']);
  });
});
