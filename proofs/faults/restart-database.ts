import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import type { TrialResult } from './trial-result.ts';

const servers = 3;
const formsPerSecond = 20;
const restarts = 6;
const pause = 4_000;
/** The share of page requests that may fail. Pages that are not cached when a restart begins cannot be shown. */
const maxFailedShare = 0.01;
const pages = ['/', '/blogs', '/about-us'];

/** Restarts PostgreSQL repeatedly, by SIGINT and by SIGKILL, under three servers that accept forms and serve pages. */
export async function restartDatabase(dataDir: string): Promise<TrialResult> {
  const env = { TRUST_PROXY: '1' };
  const sites = [await startSiteProcess({ dataDir, env })];
  while (sites.length < servers) sites.push(await startSiteProcess({ dataDir, env }));
  // A server caches nothing until it has subscribed to changes.
  await sleep(2_000);
  for (const site of sites) for (const path of pages) await fetch(site.address + path);

  const addresses = sites.map(({ address }) => address);
  const reads = startPageStream(addresses, pages);
  const forms = startFormStream(addresses, formsPerSecond);
  for (let round = 0; round < restarts; round += 1) {
    await sleep(pause);
    const pid = await findPostgresPid(dataDir);
    if (pid) process.kill(pid, round % 2 === 0 ? 'SIGINT' : 'SIGKILL');
  }
  await sleep(pause);
  await forms.stop();
  await reads.stop();

  const dead = sites.filter(({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null);
  const lost = await countLostIn(dataDir, forms.acknowledged);
  for (const site of sites) await site.stop();
  const isStopped = (await findPostgresPid(dataDir)) === null;
  return {
    figures: [
      `database restarted   ${restarts} times under ${formsPerSecond} forms a second on ${servers} servers`,
      `servers dead         ${dead.length} of ${servers}`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
      `pages                ${reads.answered} answered, ${reads.failed} not`,
      `PostgreSQL           ${isStopped ? 'stopped with the last server' : 'LEFT RUNNING'}`,
    ],
    breaches: [
      ...(dead.length > 0 ? [`${dead.length} servers died when their database restarted`] : []),
      ...findFormBreaches(forms, lost),
      ...findPageBreaches(reads, maxFailedShare),
      ...(isStopped ? [] : ['PostgreSQL was left running']),
    ],
  };
}
