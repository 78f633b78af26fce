import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Measures the time from the start of the process until /readyz answers 200, with content in the database. It measures
// with a running database (aim 1.5 s), and with the embedded database to start first. Then it measures `npm run dev`
// until it is ready (aim 5 s).

const rounds = 7;
const aim = 1_500;
const developmentAim = 5_000;

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

/** Measures with a second server that keeps the database running. */
async function measureBeside(): Promise<number[]> {
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

function describe(times: number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
  return `median ${Math.round(findMedian(times))} ms, ${least} to ${most}`;
}

try {
  const beside = await measureBeside();
  const alone = await measure();
  const development = await measureDevelopment();
  console.log(`Start to ready, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`${rounds} starts each, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log(
    `beside a running database  ${describe(beside)}; aim ≤ ${aim} ms: ${findMedian(beside) <= aim ? 'met' : 'missed'}`,
  );
  console.log(`with its database to start ${describe(alone)}`);
  const isMet = findMedian(development) <= developmentAim;
  console.log(
    `npm run dev                ${describe(development)}; aim ≤ ${developmentAim} ms: ${isMet ? 'met' : 'missed'}`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
