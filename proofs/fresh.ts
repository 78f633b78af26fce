import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listCategories } from '../api/content/categories.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { findFreePort } from '../testing/free-port.ts';
import { startRoundRobinProxy } from './bench/balancer.ts';
import { type BenchServer, startCachingNginx, startSiteForBench } from './bench/processes.ts';
import { findQuantile } from './bench/statistics.ts';
import { findShownEdit, getExpectedEdit, getWatchedPaths, makeEdit } from './fresh-edits.ts';

// Runs three servers on one database behind a load balancer and behind a caching nginx (if installed), and 200 edits
// under load. A response to a request sent more than a second after an edit was acknowledged must show the edit. Aim:
// half of the edits are visible everywhere within 100 ms.

const instances = 3;
const edits = 200;
const readers = 6;
/** Milliseconds between two edits. */
const pause = 250;
/** Milliseconds after which a response that does not show an edit is stale. */
const tolerance = 1_000;
/** Milliseconds of the median. */
const aim = 100;
/** Milliseconds of the 99th percentile of a change that all pages show. */
const settingAim = 150;
/** Milliseconds after which an edit that is not visible counts as lost. */
const patience = 10_000;

const dataDir = await makeDataFolder('site-fresh-');
const servers: BenchServer[] = [];
const database = await openDatabase({ DATA_DIR: dataDir });
const ctx = { db: database.db };

/** The moments at which edits were acknowledged, by the number of the edit. */
const acknowledged: number[] = [];
const start = Date.now() - 3_600_000;
let isOver = false;
let answers = 0;
let failures = 0;
const stale: string[] = [];
let slightlyStale = 0;

/** Returns the last edit that was acknowledged at a moment. */
function findLastEdit(moment: number): number {
  return acknowledged.findLastIndex((at) => at <= moment);
}

/**
 * Requests a watched address, and compares the response with the edits acknowledged before the request. Returns the
 * newest edit that the response shows.
 */
async function readAndCompare(origin: string, name: string, path: string): Promise<number> {
  const asked = performance.now();
  // Searches are limited for each network, so each request comes from another.
  const network = `2001:db8:${(answers % 0xffff).toString(16)}::1`;
  const answer = await fetch(origin + path, { headers: { 'x-forwarded-for': network } });
  const text = await answer.text();
  answers++;
  if (answer.status !== 200) failures++;
  const shown = findShownEdit(name, text, start);
  const expected = getExpectedEdit(name, findLastEdit(asked - tolerance));
  if (shown < expected)
    stale.push(`${name} on ${origin} showed edit ${shown}, ${expected} was acknowledged over 1 s before`);
  else if (shown < getExpectedEdit(name, findLastEdit(asked))) slightlyStale++;
  return shown;
}

async function read(origin: string, paths: [string, string][], first: number): Promise<void> {
  for (let turn = first; !isOver; turn++) {
    const [name, path] = paths[turn % paths.length] as [string, string];
    await readAndCompare(origin, name, path);
  }
}

/** Returns the milliseconds from an edit's acknowledgement to the first response at a port that shows it. */
async function measureDelayUntilSeen(port: number, name: string, path: string, edit: number): Promise<number> {
  const since = acknowledged[edit] ?? 0;
  while (performance.now() - since < patience) {
    if ((await readAndCompare(`http://127.0.0.1:${port}`, name, path)) >= edit) return performance.now() - since;
  }
  throw new Error(`${name} did not show edit ${edit} within ${patience / 1_000} s`);
}

try {
  // The first server imports the content.
  const refresh = await findFreePort();
  const env = { TRUST_PROXY: '1', REFRESH_PROXIES: `http://127.0.0.1:${refresh}` };
  for (let index = 0; index < instances; index++) servers.push(await startSiteForBench(dataDir, env));
  const ports = servers.map(({ port }) => port);
  const nginx = await startCachingNginx(join(dataDir, 'nginx'), ports, '/blogs', null, refresh);
  if (nginx) servers.push(nginx);
  const category = (await listCategories(ctx)).items.find(({ type }) => type === 'BLOG');
  if (!category) throw new Error('There is no category of articles');
  const watched = Object.entries(getWatchedPaths(category.slug));
  await makeEdit(ctx, 0, start, category.id);
  acknowledged[0] = performance.now();
  await sleep(tolerance);

  const balancer = await startRoundRobinProxy(ports);
  const origins = [balancer.address, ...(nginx ? [`http://127.0.0.1:${nginx.port}`] : [])];
  const reading = Array.from({ length: readers }, (_, index) =>
    read(origins[index % origins.length] ?? balancer.address, watched, index),
  );
  const behindNginx: number[] = [];
  const seen = new Map<string, number[]>(watched.map(([name]) => [name, []]));
  const began = performance.now();
  for (let edit = 1; edit <= edits; edit++) {
    await makeEdit(ctx, edit, start, category.id);
    acknowledged[edit] = performance.now();
    // Each edit is timed at one address on every server, in turn; the readers watch all addresses. The page of an
    // article shows only its own edits.
    const turn = watched.at((edit % watched.length) - 1) as [string, string];
    const [name, path] = getExpectedEdit(turn[0], edit) !== edit ? (watched[1] as [string, string]) : turn;
    const [times, cached] = await Promise.all([
      Promise.all(ports.map((port) => measureDelayUntilSeen(port, name, path, edit))),
      nginx ? measureDelayUntilSeen(nginx.port, name, path, edit) : null,
    ]);
    seen.get(name)?.push(...times);
    if (cached !== null) behindNginx.push(cached);
    await sleep(pause);
  }
  await sleep(tolerance);
  isOver = true;
  await Promise.all(reading);
  await balancer.stop();

  const all = [...seen.values()].flat();
  const took = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `Edits, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  );
  console.log(`${instances} servers, ${edits} edits in ${took} s, ${readers} readers, ${answers} answers read\n`);
  console.log(`${'edit to visible on a server, ms'.padEnd(34)}     p50     p99     max`);
  for (const [name, times] of [...seen, ['all', all] as const, ['behind a caching nginx', behindNginx] as const])
    console.log(
      `${name.padEnd(34)} ${[0.5, 0.99, 1].map((share) => findQuantile(times, share).toFixed(0).padStart(7)).join(' ')}`,
    );
  for (const line of stale.slice(0, 10)) console.log(line);
  console.log(`\nAnswers stale more than 1 s after the acknowledgement: ${stale.length}`);
  console.log(`Answers stale for less than that: ${slightlyStale}. Answers that failed: ${failures}.`);
  for (const [what, value, limit] of [
    ['Median', findQuantile(all, 0.5), aim],
    ['99th percentile of a setting', findQuantile(seen.get('setting') ?? [], 0.99), settingAim],
  ] as const)
    console.log(`${what} ${value.toFixed(0)} ms, aim ${limit} ms: ${value <= limit ? 'met' : 'missed'}`);
  process.exitCode = stale.length + failures > 0 ? 1 : 0;
} finally {
  isOver = true;
  for (const server of servers.reverse()) await server.stop();
  await database.close();
}
