import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { installDebianPackage, isRootOnDebian } from '../../testing/debian-package.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { readNginxSample, writeNginxConfig } from '../../testing/nginx.ts';
import type { SiteProcess } from '../../testing/running-site.ts';
import { pollWithin } from '../../testing/wait-within.ts';

/** Milliseconds in which nginx must answer. */
const startLimit = 60_000;

/** Starts nginx as in `deploy/nginx.conf` in front of several servers, without its cache, TLS and limits. */
export async function startNginxBalancer(folder: string, sites: readonly SiteProcess[]) {
  if (spawnSync('nginx', ['-v']).error && isRootOnDebian) installDebianPackage('nginx');
  await mkdir(folder, { recursive: true });
  const [plain, port, refresh] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const ports = sites.map(({ address }) => Number(new URL(address).port));
  const sample = await readNginxSample(folder, { sites: ports, plain, tls: port, refresh });
  const http = sample
    .replace(' ssl http2', '')
    .replace(/^\s*(?:limit_|ssl_|proxy_cache ).*$/gm, '')
    // A trial's visitors name their own addresses, so that each has limits of its own.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for');
  const child = spawn('nginx', ['-c', await writeNginxConfig(folder, http), '-p', folder], { stdio: 'ignore' });
  // A trial that fails before it stops nginx would leave it running.
  const stopWithParent = () => child.kill('SIGTERM');
  process.once('exit', stopWithParent);
  child.once('exit', () => process.off('exit', stopWithParent));
  const address = `http://localhost:${port}`;
  await pollWithin(startLimit, 'nginx', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    return answer?.status === 200;
  });
  return {
    address,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
