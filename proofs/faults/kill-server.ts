import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import { startNginxBalancer } from './start-balancer.ts';
import type { TrialResult } from './trial-result.ts';

const rounds = 4;
const readers = 4;
const formsPerSecond = 10;
const pages = ['/', '/blogs', '/about-us', '/what-we-do', '/search?q=cache'];
const maxFailedShare = 0.001;

/** Kills one of three servers behind nginx several times while pages are read and forms are sent, and restarts it. */
export async function killServer(dataDir: string): Promise<TrialResult> {
  const start = (env: Record<string, string> = {}) => startSiteProcess({ dataDir, env: { TRUST_PROXY: '1', ...env } });
  const sites = [await start(), await start(), await start()];
  const balancer = await startNginxBalancer(join(dataDir, 'nginx'), sites);
  const reads = startPageStream([balancer.address], pages, readers);
  const forms = startFormStream([balancer.address], formsPerSecond);
  for (let round = 0; round < rounds; round += 1) {
    await sleep(4_000);
    // The first server started PostgreSQL, which its death must not end.
    const victim = sites[round % sites.length];
    if (!victim) continue;
    const ended = once(victim.process, 'exit');
    victim.process.kill('SIGKILL');
    await ended;
    await sleep(2_000);
    sites[round % sites.length] = await start({ PORT: new URL(victim.address).port });
  }
  await forms.stop();
  await reads.stop();
  await balancer.stop();
  const lost = await countLostIn(dataDir, forms.acknowledged);
  for (const site of sites) await site.stop();
  return {
    figures: [
      `servers killed       ${rounds}, of three behind nginx`,
      `pages                ${reads.answered} answered, ${reads.failed} not`,
      `acknowledged         ${forms.acknowledged.length}, lost ${lost}, refused ${forms.refused.length}`,
    ],
    breaches: [...findPageBreaches(reads, maxFailedShare), ...findFormBreaches(forms, lost)],
  };
}
