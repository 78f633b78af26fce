import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/database/database.ts';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLost, startFormStream } from './forms.ts';
import { startPageStream } from './read-pages.ts';
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

async function readStaleCount(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^page_cache_stale_responses (\d+)/m.exec(await answer.text())?.[1] ?? 0);
}

/** Makes PostgreSQL silent for a minute under a server that accepts forms and serves pages. */
export async function stopDatabase(dataDir: string): Promise<TrialResult> {
  const site = await startSiteProcess({ dataDir, env: { TRUST_PROXY: '1', METRICS_TOKEN: token } });
  // A server caches nothing until it has subscribed to changes.
  await sleep(2_000);
  for (const path of pages) await fetch(site.address + path);
  const forms = startFormStream([site.address], formsPerSecond);
  await sleep(3_000);
  const pid = await findPostgresPid(dataDir);
  if (!pid) throw new Error('PostgreSQL does not run');
  sendSignal(pid, 'STOP');
  const during = startPageStream([site.address], pages);
  await sleep(seconds * 1_000);
  const refusal = await fetch(`${site.address}/readyz`);
  await during.stop();
  const stale = await readStaleCount(site.address);
  sendSignal(pid, 'CONT');
  const continued = performance.now();
  while ((await fetch(`${site.address}/readyz`)).status !== 200) await sleep(50);
  const healed = performance.now() - continued;
  await sleep(3_000);
  await forms.stop();

  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  const lost = await countLost(database.db, forms.acknowledged);
  await database.close();
  await site.stop();
  return {
    figures: [
      `database silent      ${seconds} s under ${formsPerSecond} forms a second`,
      `pages meanwhile      ${during.answered} answered, ${during.failed} not, slowest ${during.slowest.toFixed(0)} ms`,
      `stale, as metric     ${stale}`,
      `/readyz meanwhile    ${refusal.status}`,
      `ready again after    ${healed.toFixed(0)} ms`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
    ],
    breaches: [
      ...(during.failed > 0 ? [`${during.failed} pages failed while the database was silent`] : []),
      ...(stale < during.answered / 2 ? [`the metric counts ${stale} of ${during.answered} stale pages`] : []),
      ...(refusal.status === 503 ? [] : [`/readyz answered ${refusal.status}`]),
      ...(lost > 0 ? [`${lost} acknowledged forms are lost`] : []),
      ...forms.refused,
    ],
  };
}
