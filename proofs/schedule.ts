import { setTimeout as sleep } from 'node:timers/promises';
import { makeEntry } from '../testing/makers.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';

// Schedules publications, next texts and withdrawals on one of three servers with one database, and measures on each
// server when visitors see them. Every background job is stopped: the query of each server asks the clock of the
// database.

/** Entries of each kind. */
const count = 10;
/** Seconds until the first change; each further one of a kind follows a second later. */
const lead = 20;
/** Milliseconds before a change in which its page is read all the time. */
const readAhead = 300;

const { sites, ctx, close } = await openProofSites(3, {}, { program: 'proofs/studio-proofs/site-without-jobs.ts' });
const addresses = sites.map(({ address }) => address);
const studio = createHttpStudioClient(addresses[0] ?? '', (await makeUser(ctx, 'EDITOR')).token);

/** A page that changes at a moment. `before` and `after` are what it shows: its status and its title. */
interface Change {
  kind: 'publication' | 'next text' | 'withdrawal';
  path: string;
  before: string;
  after: string;
  schedule(at: string): Promise<unknown>;
}

/** Saves a complete draft with a title, and returns its version. */
async function saveTitle(id: number, title: string): Promise<string> {
  const { version, content } = await studio.call('openEntry', { id });
  const complete = { ...content, title, summary: 'A summary', body: 'Text\n' };
  return (await studio.call('saveDraft', { id, version, content: complete })).version;
}

async function preparePublication(number: number): Promise<Change> {
  const title = `Scheduled ${number}`;
  const { id } = await studio.call('createEntry', { type: 'PAGE', title });
  const version = await saveTitle(id, title);
  const schedule = (at: string) => studio.call('scheduleEntry', { id, version, at });
  return { kind: 'publication', path: `/scheduled-${number}`, before: '404', after: `200 ${title}`, schedule };
}

async function prepareNextText(number: number): Promise<Change> {
  const [first, second] = [`First text ${number}`, `Second text ${number}`];
  const { id, slug } = await makeEntry(ctx, 'PAGE', { slug: `replaced-${number}`, text: { title: first } });
  const version = await saveTitle(id, second);
  const schedule = (at: string) => studio.call('scheduleEntry', { id, version, at });
  return { kind: 'next text', path: `/${slug}`, before: `200 ${first}`, after: `200 ${second}`, schedule };
}

async function prepareWithdrawal(number: number): Promise<Change> {
  const title = `Withdrawn ${number}`;
  const { id, slug } = await makeEntry(ctx, 'PAGE', { slug: `withdrawn-${number}`, text: { title } });
  const { entry } = await studio.call('openEntry', { id });
  const schedule = (at: string) =>
    studio.call('changeSchedule', { id, version: entry.version, kind: 'WITHDRAWAL', at });
  return { kind: 'withdrawal', path: `/${slug}`, before: `200 ${title}`, after: '410', schedule };
}

/** Returns what a visitor sees: the status, and the title of a page that is shown. */
async function readPage(address: string, path: string): Promise<string> {
  const answer = await fetch(address + path);
  const text = await answer.text();
  const [, title] = /<h1[^>]*>([^<]*)/.exec(text) ?? [];
  return answer.status === 200 ? `200 ${title}` : String(answer.status);
}

/**
 * Reads a page from shortly before its change on. Returns the milliseconds from `at` until the change was seen.
 */
async function measureDelay(address: string, change: Change, at: number, wrong: string[]): Promise<number> {
  await sleep(Math.max(0, at - readAhead - Date.now()));
  for (;;) {
    const shown = await readPage(address, change.path);
    const delay = Date.now() - at;
    if (shown === change.after) {
      if (delay < 0 || delay >= 1_000) wrong.push(`${change.path} on ${address}: ${delay} ms after its time`);
      return delay;
    }
    if (shown !== change.before || delay > 10_000) {
      wrong.push(`${change.path} on ${address}: ${shown} after ${delay} ms`);
      return delay;
    }
    await sleep(10);
  }
}

await runProof(async () => {
  const wrong: string[] = [];
  const numbers = Array.from({ length: count }, (_, number) => number);
  const changes: { change: Change; number: number }[] = [];
  for (const number of numbers)
    for (const prepare of [preparePublication, prepareNextText, prepareWithdrawal])
      changes.push({ change: await prepare(number), number });
  const start = Math.ceil(Date.now() / 1_000) * 1_000 + lead * 1_000;
  for (const { change, number } of changes) await change.schedule(new Date(start + number * 1_000).toISOString());
  if (Date.now() > start - readAhead) throw new Error('The schedules were stored too late to be measured');
  const delays = await Promise.all(
    changes.flatMap(({ change, number }) =>
      addresses.map(async (address) => ({
        kind: change.kind,
        delay: await measureDelay(address, change, start + number * 1_000, wrong),
      })),
    ),
  );
  const figures = (['publication', 'next text', 'withdrawal'] as const).map((kind) => {
    const own = delays.flatMap((each) => (each.kind === kind ? [each.delay] : [])).sort((a, b) => a - b);
    return `${own.length} of a ${kind} (median ${own[Math.floor(own.length / 2)]} ms, at most ${own.at(-1)} ms)`;
  });
  return { figures: `changes seen on 3 servers without jobs: ${figures.join(', ')}`, wrong };
});
await close();
