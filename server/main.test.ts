import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../testing/data-folder.ts';
import { openSocket } from '../testing/open-socket.ts';
import { type SiteProcess, startSiteProcess } from '../testing/running-site.ts';
import { startArguments } from '../testing/start-command.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'site-main-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function status(site: SiteProcess, path: string): Promise<number> {
  return (await fetch(site.address + path)).status;
}

describe('the server', { timeout: 120_000 }, () => {
  it('fills an empty database, answers, drains on SIGTERM, and is back within 5 s with what it had', async () => {
    const first = await startSiteProcess({ dataDir });
    expect(await status(first, '/healthz')).toBe(200);
    expect(await status(first, '/readyz')).toBe(200);
    expect(await status(first, '/blogs')).toBe(200);
    // A request under way when the signal comes is answered all the same.
    const { answer, socket } = openSocket(first.address, 'GET /about-us HTTP/1.1\r\nHost: x\r\n');
    await sleep(200);
    const stopped = first.stop();
    await sleep(200);
    socket.write('\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toBe(0);

    const started = performance.now();
    const second = await startSiteProcess({ dataDir });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await status(second, '/blogs')).toBe(200);
    await second.stop();
  });

  it('lets a second server join the database of the same folder, and neither takes it from the other', async () => {
    const first = await startSiteProcess({ dataDir });
    const second = await startSiteProcess({ dataDir });
    expect(await status(second, '/blogs')).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(await status(second, '/readyz')).toBe(200);
    expect(await status(second, '/blogs')).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it('refuses a port that is taken, within 2 s of being ready to listen, and says why', async () => {
    const first = await startSiteProcess({ dataDir });
    const { port } = new URL(first.address);
    await expect(startSiteProcess({ dataDir, env: { PORT: port } })).rejects.toThrow(/EADDRINUSE/);
    await first.stop();
  });

  it('adopts the database that a killed server left running', async () => {
    const first = await startSiteProcess({ dataDir });
    first.process.kill('SIGKILL');
    await sleep(100);
    const second = await startSiteProcess({ dataDir });
    expect(await status(second, '/blogs')).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)('started as root goes on as the owner of its data folder', async () => {
    const owned = await makeDataFolder('site-owned-');
    spawnSync('chown', ['daemon:', owned]);
    const site = await startSiteProcess({ dataDir: owned });
    const { uid } = await stat(owned);
    expect(site.output()).not.toContain('Goes on as root');
    expect((await stat(`/proc/${site.process.pid}`)).uid).toBe(uid);
    expect((await stat(join(owned, 'postgres'))).uid).toBe(uid);
    expect(await status(site, '/blogs')).toBe(200);
    expect(await site.stop()).toBe(0);
    await rm(owned, { recursive: true, force: true });

    const roots = await startSiteProcess({ dataDir });
    expect(roots.output()).toMatch(/^Goes on as root: DATA_DIR belongs to root; .*chown -R <user>: /m);
    await roots.stop();
  });

  it('lists everything wrong with its settings at once and ends with 1', async () => {
    const child = spawn(process.execPath, startArguments, {
      cwd: project,
      env: {
        PORT: '70000',
        SITE_URL: 'ftp://x',
        SUPPORT_EMAIL: 'nobody',
        SITE_TIME_ZONE: 'Mars/Olympus',
        DATABASE_URL: 'mysql://x',
      },
    });
    let printed = '';
    child.stderr.on('data', (part) => {
      printed += part;
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    for (const name of ['PORT', 'SITE_URL', 'SUPPORT_EMAIL', 'SITE_TIME_ZONE', 'DATABASE_URL'])
      expect(printed).toContain(name);
  });

  it('says in one line that the database it was given does not answer', async () => {
    const dead = startSiteProcess({ dataDir, env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
    await expect(dead).rejects.toThrow(/ECONNREFUSED/);
  });
});
