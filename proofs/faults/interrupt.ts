import { setTimeout as sleep } from 'node:timers/promises';
import { runNpmStart } from '../../testing/npm-start.ts';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { countLostIn, startFormStream } from './forms.ts';
import type { TrialResult } from './trial-result.ts';

const rounds = 6;
const formsPerSecond = 20;
/** Milliseconds within which everything must have ended. */
const longestStop = 10_000;

/**
 * Stops `npm start` as Ctrl-C, and SIGTERM to its process group, do while forms arrive. Checks which processes still
 * run.
 */
export async function interruptSite(dataDir: string): Promise<TrialResult> {
  const times: number[] = [];
  let leftRunning = 0;
  const acknowledged = [];
  for (let round = 0; round < rounds; round += 1) {
    const site = await runNpmStart({ DATA_DIR: dataDir, TRUST_PROXY: '1' });
    const forms = startFormStream([site.address], formsPerSecond);
    await sleep(1_000 + Math.random() * 1_000);
    const signal = round % 2 === 0 ? 'SIGINT' : 'SIGTERM';
    const started = performance.now();
    site.signalGroup(signal);
    // The wait is limited, because visitors retry and the stopped server does not answer.
    const stopped = Promise.race([forms.stop(), sleep(15_000)]);
    await site.ended;
    while ((await findPostgresPid(dataDir)) !== null && performance.now() - started < 2 * longestStop) await sleep(20);
    times.push(performance.now() - started);
    if ((await findPostgresPid(dataDir)) !== null) leftRunning += 1;
    await stopped;
    acknowledged.push(...forms.acknowledged);
  }
  const lost = await countLostIn(dataDir, acknowledged);
  const slowest = Math.max(...times);
  return {
    figures: [
      `npm start stopped    ${rounds} times by SIGINT or SIGTERM to its process group, under ${formsPerSecond} forms a second`,
      `PostgreSQL           left running ${leftRunning} of ${rounds} times; all ended within ${(slowest / 1_000).toFixed(2)} s`,
      `acknowledged         ${acknowledged.length}, lost ${lost}`,
    ],
    breaches: [
      ...(leftRunning > 0 ? [`PostgreSQL was left running ${leftRunning} times`] : []),
      ...(slowest > longestStop ? [`stopping took ${(slowest / 1_000).toFixed(1)} s`] : []),
      ...(lost > 0 ? [`${lost} acknowledged forms are lost`] : []),
    ],
  };
}
