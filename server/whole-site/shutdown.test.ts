import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSiteOnce } from '../../testing/build-site.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { runNpmStart } from '../../testing/npm-start.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { makePreparedDataFolder } from '../../testing/prepared-site.ts';
import { fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { startSite } from '../main.ts';
import { openProductionSite } from '../pages/production-site.ts';
import { readSettings } from '../settings.ts';

let dataDir: string;
beforeAll(async () => {
  await buildSiteOnce();
  dataDir = await makePreparedDataFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function getStatus(address: string): Promise<number | null> {
  return fetch(address).then(
    (answer) => answer.status,
    () => null,
  );
}

function start(env: Record<string, string>, timeout?: number) {
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDir, ...env });
  return startSite(settings, openProductionSite, new AbortController().signal, {
    timeout,
    logger: createRecordingLogger().logger,
  });
}

describe('a server that is told to stop', { timeout: 120_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s to npm and all its processes stops PostgreSQL too',
    async (signal) => {
      const site = await runNpmStart({ DATA_DIR: dataDir });
      expect(await findPostgresPid(dataDir)).not.toBeNull();
      site.signalGroup(signal);
      // npm forwards the signal a second time.
      await sleep(50);
      site.signalGroup(signal);
      await site.ended;
      await expect.poll(() => findPostgresPid(dataDir)).toBeNull();
    },
  );

  it('by SIGTERM to npm alone, which passes it on to a shell that does not, stops and stops PostgreSQL', async () => {
    const site = await runNpmStart({ DATA_DIR: dataDir });
    site.process.kill('SIGTERM');
    await site.ended;
    await expect.poll(() => getStatus(`${site.address}/healthz`)).toBeNull();
    await expect.poll(() => findPostgresPid(dataDir)).toBeNull();
  });

  it('reports it at /readyz while it still answers, before it closes its listener', async () => {
    const site = await start({ SHUTDOWN_DELAY_MS: '4000' });
    const paths = ['/readyz', '/blogs', '/healthz'];
    const getStatuses = () => Promise.all(paths.map((path) => getStatus(site.address + path)));
    // The first request for a page is slow on a busy machine. It must not use up the delay.
    expect(await getStatuses()).toEqual([200, 200, 200]);
    const closed = site.close();
    expect(await getStatuses()).toEqual([503, 200, 200]);
    await closed;
    expect(await getStatus(`${site.address}/healthz`)).toBeNull();
  });

  it('ends, and so does its database, despite an unfinished upload and mail', async () => {
    // A mail server that accepts connections and never responds.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const site = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` }, 300);
    const mailBegun = once(silent, 'connection');
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
    const [mailConnection] = (await mailBegun) as [Socket];
    // The server has read the beginning of the upload before it answers this.
    expect(await getStatus(`${site.address}/healthz`)).toBe(200);
    await site.close();
    expect(await findPostgresPid(dataDir)).toBeNull();
    for (const open of [socket, mailConnection]) open.destroy();
    silent.close();
  });
});
