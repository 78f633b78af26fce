import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startSite } from './processes.ts';
import { median } from './statistics.ts';

// How long the site takes from the start of its process until /readyz answers 200, with its content in the database: beside a
// database that runs (aim 1.5 s), and with its own to start first.

const rounds = 7;
const aim = 1_500;

const dataDir = await makeDataFolder('site-bench-');

/** Milliseconds of each start; whatever was started is stopped again. */
async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const server = await startSite(dataDir);
    times.push(performance.now() - started);
    await server.stop();
  }
  return times;
}

/** Measures beside a server that keeps the database running. */
async function measureBeside(): Promise<number[]> {
  const first = await startSite(dataDir);
  try {
    return await measure();
  } finally {
    await first.stop();
  }
}

function describe(times: number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
  return `median ${Math.round(median(times))} ms, ${least} to ${most}`;
}

try {
  const beside = await measureBeside();
  const alone = await measure();
  console.log(`Start to ready, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`${rounds} starts each, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log(
    `beside a running database  ${describe(beside)}; aim ≤ ${aim} ms: ${median(beside) <= aim ? 'met' : 'missed'}`,
  );
  console.log(`with its database to start ${describe(alone)}`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
