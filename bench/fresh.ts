import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listCategories } from '../api/categories/list.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startBalancer } from './balancer.ts';
import { editIn, makeEdit, shownEdit, watchedPaths } from './fresh-edits.ts';
import { type Server, startSite } from './processes.ts';
import { quantile } from './statistics.ts';

// Three servers on one database behind a load balancer, 200 edits under load. An answer to a request that was sent more
// than a second after an edit was acknowledged must show it. Aim: half of the edits seen everywhere within 100 ms.

const instances = 3;
const edits = 200;
const readers = 6;
const pause = 250;
const tolerance = 1_000;
const aim = 100;
/** An edit that is not seen by then is lost. */
const patience = 10_000;

const dataDir = await makeDataFolder('site-fresh-');
const servers: Server[] = [];
const database = await openDatabase({ DATA_DIR: dataDir });
const ctx = { db: database.db };

/** When each edit was acknowledged, by its number. */
const acknowledged: number[] = [];
const start = Date.now() - 3_600_000;
let isOver = false;
let answers = 0;
let failures = 0;
const stale: string[] = [];
let slightlyStale = 0;

/** The last edit acknowledged at a moment. */
function lastEditAt(moment: number): number {
  return acknowledged.findLastIndex((at) => at <= moment);
}

/** Asks for a watched address and holds the answer against the edits acknowledged before the question. */
async function ask(origin: string, name: string, path: string): Promise<number> {
  const asked = performance.now();
  const answer = await fetch(origin + path);
  const text = await answer.text();
  answers++;
  if (answer.status !== 200) failures++;
  const shown = editIn(name, text, start);
  const owed = shownEdit(name, lastEditAt(asked - tolerance));
  if (shown < owed) stale.push(`${name} on ${origin} showed edit ${shown}, ${owed} was acknowledged over 1 s before`);
  else if (shown < shownEdit(name, lastEditAt(asked))) slightlyStale++;
  return shown;
}

async function read(origin: string, paths: [string, string][], first: number): Promise<void> {
  for (let turn = first; !isOver; turn++) {
    const [name, path] = paths[turn % paths.length] as [string, string];
    await ask(origin, name, path);
  }
}

/** Milliseconds from an edit's acknowledgement to the first answer of a server that shows it. */
async function untilSeen(port: number, name: string, path: string, edit: number): Promise<number> {
  const since = acknowledged[edit] ?? 0;
  while (performance.now() - since < patience) {
    if ((await ask(`http://127.0.0.1:${port}`, name, path)) >= edit) return performance.now() - since;
  }
  throw new Error(`Edit ${edit} never showed on ${name}`);
}

try {
  // The first one fills the database.
  for (let index = 0; index < instances; index++) servers.push(await startSite(dataDir));
  const category = (await listCategories(ctx)).items.find(({ type }) => type === 'BLOG');
  if (!category) throw new Error('There is no category of articles');
  const watched = Object.entries(watchedPaths(category.slug));
  await makeEdit(ctx, 0, start, category.id);
  acknowledged[0] = performance.now();
  await sleep(tolerance);

  const balancer = await startBalancer(servers.map(({ port }) => port));
  const reading = Array.from({ length: readers }, (_, index) => read(balancer.address, watched, index));
  const seen = new Map<string, number[]>(watched.map(([name]) => [name, []]));
  const began = performance.now();
  for (let edit = 1; edit <= edits; edit++) {
    await makeEdit(ctx, edit, start, category.id);
    acknowledged[edit] = performance.now();
    // One of the addresses in turn on every server; the readers watch them all. An article is only shown by its own edits.
    const turn = watched[edit % watched.length] as [string, string];
    const [name, path] =
      turn[0] === 'entry' && shownEdit('entry', edit) !== edit ? (watched[1] as [string, string]) : turn;
    const times = await Promise.all(servers.map(({ port }) => untilSeen(port, name, path, edit)));
    seen.get(name)?.push(...times);
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
  console.log(`${'edit to visible on a server, ms'.padEnd(34)}     p50     p99`);
  for (const [name, times] of [...seen, ['all', all] as const])
    console.log(
      `${name.padEnd(34)} ${[0.5, 0.99].map((share) => quantile(times, share).toFixed(0).padStart(7)).join(' ')}`,
    );
  for (const line of stale.slice(0, 10)) console.log(line);
  console.log(`\nAnswers stale more than 1 s after the acknowledgement: ${stale.length}`);
  console.log(`Answers stale for less than that: ${slightlyStale}. Answers that failed: ${failures}.`);
  const median = quantile(all, 0.5);
  console.log(`Median ${median.toFixed(0)} ms, aim ${aim} ms: ${median <= aim ? 'met' : 'missed'}`);
  process.exitCode = stale.length + failures > 0 ? 1 : 0;
} finally {
  isOver = true;
  for (const server of servers.reverse()) await server.stop();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
