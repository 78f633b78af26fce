import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteProcess, startSiteProcess } from '../../testing/running-site.ts';
import { startArguments } from '../../testing/start-command.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'site-recovery-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function status(site: SiteProcess, path: string): Promise<number> {
  return (await fetch(site.address + path)).status;
}

async function databasePid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  return spawnSync('kill', ['-0', String(pid)]).status === 0;
}

describe('the server', { timeout: 90_000 }, () => {
  it('leaves nothing running when it is interrupted while it starts', async () => {
    const child = spawn(process.execPath, startArguments, {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Once the database runs and before the content is in.
    let pid = 0;
    while (!pid) {
      await sleep(20);
      pid = await databasePid().catch(() => 0);
    }
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('has its database back within seconds after that was killed', async () => {
    const site = await startSiteProcess({ dataDir });
    process.kill(await databasePid(), 'SIGKILL');
    const started = performance.now();
    const seen = new Set<number>();
    let last = 0;
    while (last !== 200 && performance.now() - started < 20_000) {
      await sleep(100);
      last = await status(site, '/blogs');
      seen.add(last);
    }
    expect(last).toBe(200);
    // Until then visitors were told to come back, and nothing else.
    expect([...seen].sort()).toEqual(seen.has(503) ? [200, 503] : [200]);
    expect(await site.stop()).toBe(0);
    expect(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => null)).toBeNull();
  });

  it('keeps the database of a neighbour that has been idle for longer than its connections live', async () => {
    const first = await startSiteProcess({ dataDir });
    const second = await startSiteProcess({ dataDir });
    await sleep(12_000);
    await first.stop();
    expect(await status(second, '/readyz')).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it('answers on while another process builds a release', async () => {
    const site = await startSiteProcess({ dataDir });
    const building = spawn(process.execPath, ['server/build.ts'], { cwd: project, stdio: 'ignore' });
    expect(await new Promise((resolve) => building.once('exit', resolve))).toBe(0);
    for (const path of ['/', '/blogs', '/about-us', '/privacy-policy', '/nope']) {
      expect([path, await status(site, path)]).toEqual([path, path === '/nope' ? 404 : 200]);
    }
    await site.stop();
  });
});
