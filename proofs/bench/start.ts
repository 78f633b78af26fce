import { utimes } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../../server/folders.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Measures the time from the start of the process until /readyz answers 200, with content in the database. It measures
// with a running database (aim 1.5 s), and with the embedded database to start first. Then it measures `npm run dev`
// until it is ready (aim 5 s), and until it has restarted after a change of the server's code (aim 2 s).

const rounds = 7;
/** Milliseconds in which `npm run dev` must restart. */
const longestRestart = 60_000;
/** Milliseconds. */
const aims = { beside: 1_500, development: 5_000, restart: 2_000 };

const dataDir = await makeDataFolder('site-bench-');

/** Returns the milliseconds of each start, and stops everything it started. */
async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const server = await startSiteForBench(dataDir);
    times.push(performance.now() - started);
    await server.stop();
  }
  return times;
}

/** Measures starts while another server keeps the database running. */
async function measureBesideServer(): Promise<number[]> {
  const first = await startSiteForBench(dataDir);
  try {
    return await measure();
  } finally {
    await first.stop();
  }
}

/**
 * Measures the start of `npm run dev` in milliseconds. The first start fills the caches of Node and Vite and is left
 * out.
 */
async function measureDevelopment(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    const server = await startSiteProcess({ isDevelopment: true, dataDir });
    times.push(performance.now() - started);
    await server.stop();
  }
  return times.slice(1);
}

/** Measures the milliseconds from the change of a file of the API until `npm run dev` has restarted with it. */
async function measureRestarts(): Promise<number[]> {
  const server = await startSiteProcess({ isDevelopment: true, dataDir });
  const countRestarts = () => server.output().match(/^Restarted in/gm)?.length ?? 0;
  const times: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      await utimes(join(projectFolder, 'api/http/plugin.ts'), new Date(), new Date());
      while (countRestarts() <= round) {
        if (performance.now() - started > longestRestart) throw new Error(`No restart:\n${server.output()}`);
        await sleep(5);
      }
      times.push(performance.now() - started);
    }
  } finally {
    await server.stop();
  }
  return times;
}

function formatTimes(times: number[], aim?: number): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
  const figures = `median ${Math.round(findMedian(times))} ms, ${least} to ${most}`;
  return aim ? `${figures}; aim ≤ ${aim} ms: ${findMedian(times) <= aim ? 'met' : 'missed'}` : figures;
}

const beside = await measureBesideServer();
const alone = await measure();
const development = await measureDevelopment();
const restarts = await measureRestarts();
console.log(`Start to ready, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
console.log(`${rounds} starts each, ${new Date().toISOString().slice(0, 10)}\n`);
console.log(`beside a running database   ${formatTimes(beside, aims.beside)}`);
console.log(`with its database to start  ${formatTimes(alone)}`);
console.log(`npm run dev                 ${formatTimes(development, aims.development)}`);
console.log(`after a change of the code  ${formatTimes(restarts, aims.restart)}`);
