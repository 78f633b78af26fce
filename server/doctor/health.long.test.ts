import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createApiContext } from '../../testing/api-context.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { createHttpStudioClient, getFailure, makeUser } from '../../testing/studio.ts';
import { openTestSite } from '../../testing/test-site.ts';
import { createBackup } from '../backup/create-backup.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import { readSettings } from '../settings.ts';

const place = await makeDataFolder('health-backups-');
const env = { BACKUP_TO: place };
const site = await openTestSite({ env });
afterAll(() => site.close());
const ctx = createApiContext(site.database.db, site.dataFolder);
const operator = await makeUser(ctx, 'OPERATOR');
const { call } = createHttpStudioClient(site.address, operator.token);

it('verifies the newest backup once at a time, and says what was found and what is wrong', async () => {
  expect((await getFailure(call('verifyBackup', {}))).message).toContain('There is no backup yet');
  const source = {
    database: site.database,
    files: createFolderStore(join(site.dataFolder, 'files')),
    settings: readSettings({ DATA_DIR: site.dataFolder, ...env }),
  };
  const { location } = await createBackup(source, await openBackupStore(place));
  const read = async () => (await call('health', {})).verification;
  const [first, second] = await Promise.allSettled([call('verifyBackup', {}), call('verifyBackup', {})]);
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ state: 'DONE', text: expect.stringContaining('tables') });

  const part = (await readdir(location, { recursive: true })).find((name) => /users.*\d$/.test(name)) ?? '';
  await writeFile(join(location, part), 'damaged');
  await call('verifyBackup', {});
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ state: 'FAILED', text: expect.stringContaining('users') });
  expect((await readdir(site.dataFolder)).filter((name) => name.startsWith('verify'))).toEqual([]);

  await expect.poll(async () => (await call('health', {})).isChecking, { timeout: 20_000 }).toBe(false);
  const { checks } = await call('health', {});
  const found = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  expect(found).toMatchObject({
    version: 'ok',
    database: 'ok',
    disk: 'ok',
    mail: 'warning',
    backup: 'warning',
    jobs: 'ok',
  });
});
