import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from '../../testing/data-folder.ts';
import type { LoadResult } from './load.ts';
import {
  type BenchServer,
  isPinned,
  runLoad,
  startBareServer,
  startCachingNginx,
  startNginx,
  startSiteForBench,
} from './processes.ts';
import { sampleWords } from './sample-text.ts';
import { findMedian } from './statistics.ts';
import { hasWrk } from './wrk.ts';

// Compares pages with nginx (if installed) and two bare Node servers that send the same bytes. One bare server sends a
// type and a length, the other all our headers. Aims with 32 connections: a cached page has 0.9 of the first bare
// server's throughput, with p99 under 5 ms. The server renders 500 new pages and answers 5,000 API lists a second.

const connections = 32;
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = 5;
const [serverCore, loadCore] = [0, 1];
const path = '/blogs';

/** Returns a function of a round that returns addresses which no earlier round has requested. */
function createAddressLists(address: (index: number) => string): (round: number) => string[] {
  return (round) => Array.from({ length: 4_000 }, (_, index) => address(round * 4_000 + index));
}

const searchAddresses = createAddressLists((index) => {
  const [a, b] = [sampleWords[index % sampleWords.length], sampleWords[(index * 7 + 3) % sampleWords.length]];
  return `/search?q=${a}+${b}+${index}`;
});

/**
 * `cpu`: microseconds of the server's processor time for each response, the figure that varies least on a busy machine.
 */
type Measured = LoadResult & { cpu: number };

/** One entry at many addresses. The cache stores each page separately, but the data is read once. */
const entryAddresses = createAddressLists((index) => `/blog/a-runbook-is-a-program-for-people?pathName=%2F${index}`);

interface Target {
  name: string;
  server: () => BenchServer;
  paths: (round: number) => string[];
  isManyNetworks?: boolean;
}

const dataDir = await makeDataFolder('site-bench-');
const servers: BenchServer[] = [];
/** Waits until a server has started, and stops it at the end. */
async function addServer(starting: Promise<BenchServer>): Promise<BenchServer> {
  const server = await starting;
  servers.push(server);
  return server;
}

try {
  const site = await addServer(
    startSiteForBench(dataDir, { TRUST_PROXY: '1' }, { core: serverCore, isSmallMachine: true }),
  );
  const uncached = await addServer(
    startSiteForBench(dataDir, { PAGE_CACHE_MB: '0' }, { core: serverCore, isSmallMachine: true }),
  );
  const file = join(dataDir, 'page.html');
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers: { 'accept-encoding': 'identity' } });
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const headers = join(dataDir, 'headers.json');
  const own = new Set(['date', 'connection', 'keep-alive']);
  await writeFile(headers, JSON.stringify([...answer.headers].filter(([name]) => !own.has(name)).flat()));
  const nginx = await startNginx(file, path, serverCore);
  if (nginx) servers.push(nginx);
  const caching = await startCachingNginx(join(dataDir, 'caching'), [site.port], path, serverCore);
  if (caching) servers.push(caching);
  const bare = await addServer(startBareServer(file, serverCore));
  const same = await addServer(startBareServer(file, serverCore, headers));
  const targets: Target[] = [
    ...(nginx ? [{ name: 'nginx', server: () => nginx, paths: () => [path] }] : []),
    ...(caching ? [{ name: 'nginx, caching the site', server: () => caching, paths: () => [path] }] : []),
    { name: 'bare Node', server: () => bare, paths: () => [path] },
    { name: 'bare Node, our headers', server: () => same, paths: () => [path] },
    { name: 'page, cached', server: () => site, paths: () => [path] },
    { name: 'page, its data cached', server: () => site, paths: entryAddresses },
    { name: 'page, not cached', server: () => uncached, paths: () => [path] },
    { name: 'API list, cached', server: () => site, paths: () => ['/api/blog/enable/list'] },
    { name: 'API list, not cached', server: () => uncached, paths: () => ['/api/blog/enable/list'] },
    { name: 'search, cached', server: () => site, paths: () => ['/search?q=replication'] },
    { name: 'searches, all different', server: () => site, paths: searchAddresses, isManyNetworks: true },
  ];
  const measured = new Map<string, Measured[]>();
  // Memory is sampled four times a second under load.
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, site.memory());
  }, 250);
  // The servers take turns in each round, so that other load on the machine affects all of them. The first round is a
  // warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, server, paths, isManyNetworks = false } of targets) {
      const before = server().cpu();
      const options = { port: server().port, paths: paths(round), connections, seconds, isManyNetworks };
      const result = await runLoad(options, loadCore);
      const cpu = (server().cpu() - before) / (result.perSecond * seconds);
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), { ...result, cpu }]);
    }
  }

  clearInterval(watch);
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`;
  console.log(`Pages, ${machine}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s in turn, medians of the rounds`);
  console.log(`load by ${hasWrk ? 'wrk' : 'a generator of ours'}`);
  console.log(isPinned ? 'servers on one core, load on another\n' : 'server and load share the cores\n');
  console.log(
    `${''.padEnd(24)} ${['per s', 'of nginx', 'of bare', 'of same', 'p50 ms', 'p99 ms', 'cpu µs', 'failed'].map((text) => text.padStart(9)).join(' ')}`,
  );
  const figures = new Map<string, { perSecond: number; share: number; p99: number; ofNginx: number }>();
  for (const [name, results] of measured) {
    const perSecond = findMedian(results.map((result) => result.perSecond));
    // Rounds are compared in pairs, because both were measured within seconds.
    const findMedianShare = (other: string) => {
      const others = measured.get(other) ?? [];
      return findMedian(results.map((result, round) => result.perSecond / (others[round]?.perSecond ?? Number.NaN)));
    };
    const share = findMedianShare('bare Node');
    const p50 = findMedian(results.map((result) => result.p50));
    const p99 = findMedian(results.map((result) => result.p99));
    const cpu = findMedian(results.map((result) => result.cpu));
    const failed = results.reduce((sum, result) => sum + result.failed, 0);
    figures.set(name, { perSecond, share, p99, ofNginx: findMedianShare('nginx') });
    const columns = [
      perSecond.toFixed(0),
      findMedianShare('nginx').toFixed(3),
      share.toFixed(3),
      findMedianShare('bare Node, our headers').toFixed(3),
      p50.toFixed(2),
      p99.toFixed(2),
      cpu.toFixed(0),
      String(failed),
    ];
    console.log(`${name.padEnd(24)} ${columns.map((text) => text.padStart(9)).join(' ')}`);
  }
  console.log(
    `\nMemory of the server process, started with server/start-small.sh: ${most.toFixed(0)} MB at most, ${site.memory().toFixed(0)} MB afterwards\n`,
  );

  const aims: [string, boolean][] = [
    ['nginx, caching the site ≥ 0.8 of nginx', (figures.get('nginx, caching the site')?.ofNginx ?? 0) >= 0.8],
    ['cached page ≥ 0.9 of bare Node', (figures.get('page, cached')?.share ?? 0) >= 0.9],
    ['cached page p99 < 5 ms', (figures.get('page, cached')?.p99 ?? Infinity) < 5],
    ['page, not cached ≥ 500/s', (figures.get('page, not cached')?.perSecond ?? 0) >= 500],
    ['API list, cached ≥ 5,000/s', (figures.get('API list, cached')?.perSecond ?? 0) >= 5_000],
    ['memory ≤ 200 MB', most <= 200],
  ];
  for (const [aim, isMet] of aims) console.log(`${aim}: ${isMet ? 'met' : 'missed'}`);
} finally {
  for (const server of servers.reverse()) await server.stop();
}
