import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { projectFolder } from '../../server/folders.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { type BenchServer, runLoad, startSiteForBench } from './processes.ts';
import { sampleWords } from './sample-text.ts';
import { findMedian } from './statistics.ts';

/** A slow mobile connection: milliseconds to the server and back, and bytes a second. */
const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000, offline: false };

/** Returns the milliseconds until the first visit of a phone on a slow connection shows its first text or picture. */
async function measureFirstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await page.goto(address);
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return (await paint.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

// Compares this checkout with another one, such as that of the former commit, in one run:
//
//   git worktree add ../former HEAD~1 && (cd ../former && npm ci && npm run build)
//   npm run bench -- compare ../former
//
// Both sites run at once and take turns, so other load on the machine affects both. It prints the resident memory, the
// processor time of a response, and the first paint of a first visit: medians, and the median of the ratios of pairs.

const [other] = process.argv.slice(2);
if (!other) throw new Error('Name the folder of the other checkout: npm run bench -- compare ../former');

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

/** The pages whose first paint is measured. */
const paintedPaths = ['/', '/our-plans', '/blogs', '/what-we-do', '/contact-us'];

interface Side {
  name: string;
  cached: BenchServer;
  uncached: BenchServer;
}

const servers: BenchServer[] = [];
async function startSide(folder: string): Promise<Side> {
  const start = async (env: Record<string, string>) => {
    const server = await startSiteForBench(
      await makeDataFolder('site-bench-'),
      { TRUST_PROXY: '1', ...env },
      { folder },
    );
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

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
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
  /** Measures both sides in turn, and prints the medians. The first pair is a warm-up. */
  async function compare(name: string, measureSide: (side: Side) => Promise<number>): Promise<void> {
    const [before, after]: [number[], number[]] = [[], []];
    for (let pair = 0; pair <= pairs; pair++) {
      for (const [side, times] of [
        [former, before],
        [present, after],
      ] as const) {
        const time = await measureSide(side);
        if (pair > 0) times.push(time);
      }
    }
    const ratio = findMedian(after.map((time, pair) => time / (before[pair] ?? Number.NaN)));
    const columns = [before, after].map((times) => findMedian(times).toFixed(2).padStart(9)).join('');
    console.log(name.padEnd(27), columns, `ms  × ${ratio.toFixed(2)}`);
  }
  for (const path of paintedPaths)
    await compare(`first paint of ${path}`, ({ cached }) =>
      measureFirstPaint(browser, `http://127.0.0.1:${cached.port}${path}`),
    );
  for (const { name, isCached, coding, paths } of targets) {
    let asked: string[] = [];
    await compare(name, (side) => {
      if (side === former) asked = paths();
      return measure(isCached ? side.cached : side.uncached, asked, coding);
    });
  }
  printMemory('after the load');
} finally {
  await browser.close();
  for (const server of servers.reverse()) await server.stop();
}
