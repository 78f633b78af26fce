import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePid } from '../../testing/database-process.ts';
import { npmStart } from '../../testing/npm-start.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { buildIfStale } from '../build.ts';

let dataDir: string;
beforeAll(async () => {
  await buildIfStale();
  dataDir = await mkdtemp(join(tmpdir(), 'site-shutdown-'));
}, 300_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function status(address: string): Promise<number | null> {
  return fetch(address).then(
    (answer) => answer.status,
    () => null,
  );
}

describe('a server that is told to stop', { timeout: 120_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s to npm and all its processes stops PostgreSQL too',
    async (signal) => {
      const site = await npmStart({ DATA_DIR: dataDir });
      expect(await databasePid(dataDir)).not.toBeNull();
      site.signalGroup(signal);
      // As npm does, which hands the signal on.
      await sleep(50);
      site.signalGroup(signal);
      await site.ended;
      await expect.poll(() => databasePid(dataDir), { timeout: 10_000 }).toBeNull();
    },
  );

  it('says so at /readyz while it still answers, before it closes its listener', async () => {
    const site = await startSiteProcess({ dataDir, env: { SHUTDOWN_DELAY_MS: '6000' } });
    const stopped = site.stop();
    await expect.poll(() => status(`${site.address}/readyz`), { timeout: 5_000 }).toBe(503);
    expect(await status(`${site.address}/blogs`)).toBe(200);
    expect(await status(`${site.address}/healthz`)).toBe(200);
    expect(await stopped).toBe(0);
    expect(await status(`${site.address}/healthz`)).toBeNull();
  });

  it('has ended within 10 s, with an upload and a mail under way, and so has its database', async () => {
    // A mail server that takes connections and never says a word.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const site = await startSiteProcess({ dataDir, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const sent = await fetch(`${site.address}/api/contact/submit`, {
      method: 'POST',
      headers: { ...fromPage, 'content-type': 'application/json' },
      body: JSON.stringify(sampleBodies.submitContact()),
    });
    expect(sent.status).toBeLessThan(300);
    const head = [
      'POST /api/file/upload HTTP/1.1',
      'host: x',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 5000000',
      ...Object.entries(fromPage).map(([name, value]) => `${name}: ${value}`),
    ];
    const part = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nbegun';
    const { socket } = openSocket(site.address, `${head.join('\r\n')}\r\n\r\n${part}`);
    socket.on('error', () => undefined);
    await sleep(2_000);
    const started = performance.now();
    expect(await site.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await databasePid(dataDir)).toBeNull();
    socket.destroy();
    silent.close();
  });
});
