import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { findPostgresPid, isProcessAlive } from '../../testing/postgres-process.ts';
import { makePreparedDataFolder } from '../../testing/prepared-site.ts';
import { type SiteProcess, startSiteProcess } from '../../testing/running-site.ts';
import { buildFolder, projectFolder } from '../folders.ts';

let dataDir: string;
let site: SiteProcess;
beforeAll(async () => {
  dataDir = await makePreparedDataFolder();
  site = await startSiteProcess({ dataDir });
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function getStatus(path: string): Promise<number> {
  return (await fetch(site.address + path)).status;
}

describe('the server', { timeout: 90_000 }, () => {
  it('leaves no process behind when it is interrupted during its start', async () => {
    const folder = await makeDataFolder('site-recovery-');
    const child = spawn(process.execPath, ['server/start.js'], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Waits until the database runs, which is before the content is imported.
    let pid = await findPostgresPid(folder);
    for (; pid === null; pid = await findPostgresPid(folder)) await sleep(20);
    const postgresPid = pid;
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    // The system may take a moment to remove the process after PostgreSQL has ended.
    await expect.poll(() => isProcessAlive(postgresPid)).toBe(false);
    await rm(folder, { recursive: true, force: true });
  });

  it('serves pages while another process builds a release, and the program to start stays', async () => {
    const building = spawn(process.execPath, ['server/build.ts'], { cwd: projectFolder, stdio: 'ignore' });
    const ended = new Promise((resolve) => building.once('exit', resolve));
    const missing = new Set<string>();
    while (building.exitCode === null) {
      for (const program of ['server/production.js', 'pages/entry-server.js'])
        if (!existsSync(join(buildFolder, program))) missing.add(program);
      await sleep(5);
    }
    expect(await ended).toBe(0);
    expect([...missing]).toEqual([]);
    for (const path of ['/', '/blogs', '/about-us', '/privacy-policy', '/nope'])
      expect([path, await getStatus(path)]).toEqual([path, path === '/nope' ? 404 : 200]);
  });

  it('restarts its database after the database was killed', async () => {
    const pid = await findPostgresPid(dataDir);
    // A signal to process 0 would end the tests themselves.
    if (pid === null) throw new Error('The database does not run');
    process.kill(pid, 'SIGKILL');
    const seen = new Set<number>();
    const requestBlogs = async () => {
      const answered = await getStatus('/blogs');
      seen.add(answered);
      return answered;
    };
    await expect.poll(requestBlogs, { timeout: 20_000, interval: 100 }).toBe(200);
    // Until then visitors get 503 and no other error.
    expect([...seen].sort()).toEqual(seen.has(503) ? [200, 503] : [200]);
    expect(await site.stop()).toBe(0);
    expect(await findPostgresPid(dataDir)).toBeNull();
  });
});
