import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { limits, pollWithin, waitWithin } from '../../testing/wait-within.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import type { TrialResult } from './trial-result.ts';

const seconds = 60;
const formsPerSecond = 5;
const pages = ['/', '/blogs', '/about-us'];
const token = 'a-token-of-this-trial';

/** Stops or continues PostgreSQL and all its processes, which then keep their connections but answer nothing. */
function sendSignal(pid: number, signal: 'STOP' | 'CONT'): void {
  spawnSync('pkill', [`-${signal}`, '-P', String(pid)]);
  process.kill(pid, `SIG${signal}`);
}

/** Requests a path of the site. Throws if the response does not arrive in time. */
async function request(address: string, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}` };
  const read = async () => {
    const answer = await fetch(address + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  return waitWithin(limits.answer, `the response to ${path}`, read());
}

async function readStaleCount(address: string): Promise<number> {
  const { text } = await request(address, '/metrics');
  return Number(/^page_cache_stale_responses (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Stops PostgreSQL for a minute. Returns what visitors and operators got meanwhile. */
async function observeSilence(address: string, pid: number) {
  sendSignal(pid, 'STOP');
  const pagesRead = startPageStream([address], pages);
  try {
    await sleep(seconds * 1_000);
    const { status } = await request(address, '/readyz');
    await waitWithin(limits.pages, 'the pages in progress', pagesRead.stop());
    return { pagesRead, status, stale: await readStaleCount(address) };
  } finally {
    sendSignal(pid, 'CONT');
  }
}

/** Makes PostgreSQL silent for a minute under a server that accepts forms and serves pages. */
export async function stopDatabase(dataDir: string): Promise<TrialResult> {
  const starting = startSiteProcess({ dataDir, env: { TRUST_PROXY: '1', METRICS_TOKEN: token } });
  const site = await waitWithin(limits.start, 'the start of the site', starting);
  // A server caches nothing until it has subscribed to changes.
  await sleep(2_000);
  for (const path of pages) await request(site.address, path);
  const forms = startFormStream([site.address], formsPerSecond);
  await sleep(3_000);
  const pid = await findPostgresPid(dataDir);
  if (!pid) throw new Error('PostgreSQL does not run');
  const { pagesRead: during, status, stale } = await observeSilence(site.address, pid);
  const continued = performance.now();
  await pollWithin(limits.recovery, 'a ready site after PostgreSQL continued', async () => {
    return (await request(site.address, '/readyz')).status === 200;
  });
  const healed = performance.now() - continued;
  await sleep(3_000);
  await waitWithin(limits.forms, 'the responses to forms', forms.stop());

  const lost = await countLostIn(dataDir, forms.acknowledged);
  await waitWithin(limits.end, 'the end of the site', site.stop());
  return {
    figures: [
      `database silent      ${seconds} s under ${formsPerSecond} forms a second`,
      `pages meanwhile      ${during.answered} answered, ${during.failed} not, slowest ${during.slowest.toFixed(0)} ms`,
      `stale, as metric     ${stale}`,
      `/readyz meanwhile    ${status}`,
      `ready again after    ${healed.toFixed(0)} ms`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
    ],
    breaches: [
      ...findPageBreaches(during),
      ...(stale < during.answered / 2 ? [`the metric counts ${stale} of ${during.answered} stale pages`] : []),
      ...(status === 503 ? [] : [`/readyz answered ${status}`]),
      ...findFormBreaches(forms, lost),
    ],
  };
}
