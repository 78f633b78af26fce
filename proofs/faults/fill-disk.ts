import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import type { TrialResult } from './trial-result.ts';

const size = '500m';
/** Milliseconds for which the disk stays full. */
const fullFor = 10_000;

async function fill(folder: string): Promise<void> {
  const file = await open(join(folder, 'filler'), 'a');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) await file.write(block);
  } catch {
    // The write fails when the disk is full, as intended.
  } finally {
    await file.close();
  }
}

/**
 * Sends large forms until a time, which use up the database's free pages. Counts the responses by status (0 for none),
 * and the failures without Retry-After.
 */
async function sendLargeForms(
  address: string,
  until: number,
): Promise<{ statuses: Map<number, number>; withoutRetryAfter: number }> {
  const statuses = new Map<number, number>();
  let withoutRetryAfter = 0;
  for (let number = 0; performance.now() < until; number += 1) {
    const answer = await fetch(`${address}/api/contact/submit`, {
      method: 'POST',
      headers: {
        ...fromPage,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${200 + (number >> 8)}.${number & 255}.1`,
      },
      body: JSON.stringify({
        ...sampleBodies.submitContact(),
        message: Array.from({ length: 400 }, () => Math.random().toString(36).slice(2)).join(' '),
      }),
    }).catch(() => null);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answer && status >= 500 && !answer.headers.get('retry-after')) withoutRetryAfter += 1;
    await sleep(20);
  }
  return { statuses, withoutRetryAfter };
}

/** Fills the disk of the database while forms arrive, on a small file system in memory. Needs root and Linux. */
export async function fillDisk(folder: string): Promise<TrialResult> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]);
  try {
    const dataDir = join(folder, 'data');
    const site = await startSiteProcess({ dataDir, env: { TRUST_PROXY: '1' } });
    for (const path of ['/', '/blogs']) await fetch(site.address + path);
    const forms = startFormStream([site.address], 10);
    await sleep(3_000);
    await fill(folder);
    const isFull = (await statfs(folder)).bavail === 0;
    const { statuses, withoutRetryAfter } = await sendLargeForms(site.address, performance.now() + fullFor);
    const pages = await Promise.all(['/', '/blogs'].map(async (path) => (await fetch(site.address + path)).status));
    const readiness = await fetch(`${site.address}/readyz`);
    const said = (await readiness.text()).slice(0, 200);
    const isReported = readiness.status !== 200 || said.includes('disk');
    await rm(join(folder, 'filler'));
    await sleep(3_000);
    await forms.stop();
    const isDead = site.process.exitCode !== null;
    let ready = 0;
    for (let tries = 0; tries < 50 && ready !== 200; tries += 1) {
      ready = (await fetch(`${site.address}/readyz`).catch(() => null))?.status ?? 0;
      await sleep(100);
    }
    const lost = await countLostIn(dataDir, forms.acknowledged);
    await site.stop();
    const isStopped = (await findPostgresPid(dataDir)) === null;
    const internal = statuses.get(500) ?? 0;
    const unavailable = statuses.get(503) ?? 0;
    return {
      figures: [
        `disk full            for ${fullFor / 1_000} s (${isFull ? 'no block left' : 'NOT FULL'}); server ${isDead ? 'DEAD' : 'alive'}`,
        `forms meanwhile      ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${withoutRetryAfter} without Retry-After`,
        `pages meanwhile      ${pages.join(', ')}`,
        `/readyz meanwhile    ${readiness.status} ${said}`,
        `acknowledged         ${forms.acknowledged.length}, lost ${lost}; ready again: ${ready === 200}`,
        `PostgreSQL           ${isStopped ? 'stopped with the server' : 'LEFT RUNNING'}`,
      ],
      breaches: [
        ...(isFull && unavailable > 0 ? [] : ['the disk was never full enough to refuse a form']),
        ...(isDead ? ['the server died of a full disk'] : []),
        ...(internal > 0 ? [`${internal} forms were answered 500`] : []),
        ...(withoutRetryAfter > 0 ? [`${withoutRetryAfter} refusals had no Retry-After`] : []),
        ...(pages.every((status) => status === 200) ? [] : ['a page failed']),
        ...(isReported ? [] : ['/readyz did not say what cannot be done']),
        ...(ready === 200 ? [] : ['the server was not ready again']),
        ...findFormBreaches(forms, lost),
        ...(isStopped ? [] : ['PostgreSQL was left running']),
      ],
    };
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
}
