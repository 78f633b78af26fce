import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { type BenchServer, runLoad, startSiteForBench } from './processes.ts';
import { sampleWords } from './sample-text.ts';
import { findMedian } from './statistics.ts';

// Compares this checkout with another one, such as that of the former commit, in one run:
//
//   git worktree add ../former HEAD~1 && (cd ../former && npm ci && npm run build)
//   npm run bench:compare -- ../former
//
// Both sites run at once and take turns under load, so other load on the machine affects both. It prints the processor
// time of a response in milliseconds (medians, and the median of the ratios of pairs), and the resident memory.

const [other] = process.argv.slice(2);
if (!other) throw new Error('Name the folder of the other checkout: npm run bench:compare -- ../former');

const pairs = Number(process.env.BENCH_PAIRS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
/** Milliseconds after the start in which garbage is collected and nothing is asked for. */
const restTime = 15_000;

/** Returns addresses that no earlier call has returned. */
function createAddresses(create: (index: number) => string): () => string[] {
  let made = 0;
  return () => Array.from({ length: 4_000 }, () => create(made++));
}

const createSearches = createAddresses((index) => {
  const [a, b] = [sampleWords[index % sampleWords.length], sampleWords[(index * 7 + 3) % sampleWords.length]];
  return `/search?q=${a}+${b}+${index}`;
});
const createArticles = createAddresses((index) => `/blog/a-runbook-is-a-program-for-people?pathName=%2F${index}`);

/** What is measured: the addresses of a round, whether pages are cached, and the coding that is accepted. */
const targets: { name: string; isCached: boolean; coding?: string; paths: () => string[] }[] = [
  { name: 'page, not cached', isCached: false, paths: () => ['/blogs'] },
  { name: 'page, not cached, br', isCached: false, coding: 'br', paths: () => ['/blogs'] },
  { name: 'home, not cached, br', isCached: false, coding: 'br', paths: () => ['/'] },
  { name: 'page, its data cached', isCached: true, paths: createArticles },
  { name: 'page, its data cached, br', isCached: true, coding: 'br', paths: createArticles },
  { name: 'API list, not cached', isCached: false, paths: () => ['/api/blog/enable/list'] },
  { name: 'searches, all different', isCached: true, paths: createSearches },
];

interface Side {
  name: string;
  cached: BenchServer;
  uncached: BenchServer;
}

const folders: string[] = [];
const servers: BenchServer[] = [];
async function startSide(folder: string): Promise<Side> {
  const start = async (env: Record<string, string>) => {
    const dataDir = await makeDataFolder('site-bench-');
    folders.push(dataDir);
    const server = await startSiteForBench(dataDir, { TRUST_PROXY: '1', ...env }, { folder });
    servers.push(server);
    return server;
  };
  const name = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder }).toString().trim();
  return { name, cached: await start({}), uncached: await start({ PAGE_CACHE_MB: '0' }) };
}

/** Returns the milliseconds of processor time of each response. */
async function measure(server: BenchServer, paths: string[], coding = 'identity'): Promise<number> {
  const before = server.cpu();
  const headers = { 'accept-encoding': coding };
  const { perSecond, failed } = await runLoad({
    port: server.port,
    paths,
    connections: 8,
    seconds,
    headers,
    isManyNetworks: true,
  });
  if (failed > 0) throw new Error(`${failed} requests failed, the first of ${paths[0]}`);
  return (server.cpu() - before) / 1000 / (perSecond * seconds);
}

try {
  const [former, present] = [await startSide(other), await startSide(projectFolder)];
  console.log(
    `${former.name} and ${present.name}, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`,
  );
  console.log(`${pairs} pairs of ${seconds} s, ${new Date().toISOString().slice(0, 10)}\n`);
  await sleep(restTime);
  const printMemory = (when: string) =>
    console.log(
      `memory ${when}`.padEnd(27),
      [former, present].map(({ cached }) => cached.memory().toFixed(0).padStart(9)).join(''),
      'MB',
    );
  console.log(' '.repeat(27), [former, present].map(({ name }) => name.padStart(9)).join(''));
  printMemory('at rest');
  for (const { name, isCached, coding, paths } of targets) {
    const [before, after]: [number[], number[]] = [[], []];
    // The first pair is a warm-up.
    for (let pair = 0; pair <= pairs; pair++) {
      const asked = paths();
      for (const [side, times] of [
        [former, before],
        [present, after],
      ] as const) {
        const time = await measure(isCached ? side.cached : side.uncached, asked, coding);
        if (pair > 0) times.push(time);
      }
    }
    const ratio = findMedian(after.map((time, pair) => time / (before[pair] ?? Number.NaN)));
    const columns = [before, after].map((times) => findMedian(times).toFixed(2).padStart(9)).join('');
    console.log(name.padEnd(27), columns, `ms  × ${ratio.toFixed(2)}`);
  }
  printMemory('after the load');
} finally {
  for (const server of servers.reverse()) await server.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
