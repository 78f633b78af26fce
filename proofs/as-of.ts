import { setTimeout as sleep } from 'node:timers/promises';
import { entryTypes, getEntryPath, selectableTypes, typesWithPages } from '../contract/content/entry-types.ts';
import { isApiFailure } from '../contract/http/client.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { createRandomSequence } from './studio-proofs/random-sequence.ts';
import { isSameAsVisitors, readAsVisitor, readPreview, type SeenPage } from './studio-proofs/read-previews.ts';

// Acts at random on entries of the demo company – publishes, schedules, withdraws, renames, undoes – and records after
// each act what visitors get at every address that shows them. Afterwards the site as of each of these moments must be
// what was recorded. Then it reads the site as of future moments, and compares each with what visitors get when the
// moment arrives.

const actCount = Number(process.argv[2] ?? 60);
const newWord = 'quokkaville';

// Without page caches, visitors see a change at once.
const { sites, ctx, close } = await openProofSites(1, { TRUST_PROXY: '1', PAGE_CACHE_MB: '0' });
const address = sites[0]?.address ?? '';
const { token } = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, token);

const { below: random, pick } = createRandomSequence(20_261_201);

const { items: all } = await studio.call('listContent', { size: 100, sort: 'title' });
const { categories } = await studio.call('choices', {});
const published = all.filter(({ state, nextAt }) => state === 'PUBLISHED' && !nextAt);
const ids = [...new Set(Array.from({ length: 24 }, () => pick(published).id))];
const paths = new Set([
  '/',
  ...typesWithPages.flatMap((type) => entryTypes[type].listPath ?? []),
  ...selectableTypes.flatMap((type) =>
    categories.filter((each) => each.type === type).map(({ slug }) => entryTypes[type].categoryPath + slug),
  ),
  ...[newWord, 'latency', 'fsync', 'postgres queue'].map((q) => `/search?${new URLSearchParams({ q })}`),
  ...all.filter(({ id }) => ids.includes(id)).map(({ type, slug }) => getEntryPath(type, slug)),
]);

/** Moments, in milliseconds since 1970, at which something scheduled appears or changes. */
const scheduledTimes: number[] = [];
/** Milliseconds within which the site is read once; nothing scheduled may come due meanwhile. */
const readingTime = 3_000;

/** Waits until nothing that is scheduled comes due while the site is read. */
async function waitForQuiet(): Promise<void> {
  for (;;) {
    const now = Date.now();
    const next = scheduledTimes.filter((at) => at > now - 50 && at < now + readingTime);
    if (next.length === 0) return;
    await sleep(Math.max(...next) - now + 60);
  }
}

async function readSite(read: (path: string) => Promise<SeenPage>): Promise<Map<string, SeenPage>> {
  const answers = new Map<string, SeenPage>();
  for (const path of paths) answers.set(path, await read(path));
  return answers;
}

const readVisitors = () => readSite((path) => readAsVisitor(address, path));

/** Changes the draft of an entry at random, with a word that no other text has. Returns its version. */
async function edit(id: number): Promise<string> {
  const { version, content, entry } = await studio.call('openEntry', { id });
  const own = categories.filter(({ type }) => type === entry.type);
  const changes: Partial<DraftContent>[] = [
    { title: `${content.title.slice(0, 80)} ${newWord} ${random(1_000)}` },
    { body: `${content.body}\nA sentence about ${newWord} ${random(1_000)}.\n` },
    { summary: `About ${newWord} ${random(1_000)}`, position: random(50) },
    own.length > 0 ? { category: pick(own).slug } : { keywords: [newWord] },
  ];
  return (await studio.call('saveDraft', { id, version, content: { ...content, ...pick(changes) } })).version;
}

async function create(): Promise<{ id: number; version: string }> {
  const title = `The ${newWord} page ${random(1_000_000)}`;
  const { id } = await studio.call('createEntry', { type: 'PAGE', title });
  const { version, content, entry } = await studio.call('openEntry', { id });
  const complete = { ...content, summary: `About ${newWord}`, body: 'Text\n' };
  paths.add(getEntryPath('PAGE', entry.slug));
  ids.push(id);
  return { id, version: (await studio.call('saveDraft', { id, version, content: complete })).version };
}

async function schedule(id: number, version: string, at: number): Promise<void> {
  await studio.call('scheduleEntry', { id, version, at: new Date(at).toISOString() });
  scheduledTimes.push(at);
}

async function withdrawLater({ id, version }: EntrySummary, time: number): Promise<void> {
  const at = new Date(time).toISOString();
  await studio.call('changeSchedule', { id, version, kind: 'WITHDRAWAL', at });
  scheduledTimes.push(time);
}

const kinds = ['publish', 'schedule', 'create', 'createLater', 'withdraw', 'withdrawLater', 'rename', 'undo'] as const;
const counts = new Map<string, number>();

async function performRandomAct(): Promise<void> {
  const kind = pick(kinds);
  const id = pick(ids);
  const { entry, lastAct } = await studio.call('openEntry', { id });
  if (entry.state === 'DRAFT' || (kind === 'undo' && !lastAct)) return;
  const chooseNearMoment = () => Date.now() + 800 + random(4_000);
  if (kind === 'publish') await studio.call('publishEntry', { id, version: await edit(id) });
  if (kind === 'schedule') await schedule(id, await edit(id), chooseNearMoment());
  if (kind === 'create') await studio.call('publishEntry', await create());
  if (kind === 'createLater') {
    const made = await create();
    await schedule(made.id, made.version, chooseNearMoment());
  }
  if (kind === 'withdraw')
    await studio.call('withdrawEntry', { id, version: entry.version, isWithdrawn: entry.state !== 'WITHDRAWN' });
  if (kind === 'withdrawLater') await withdrawLater(entry, chooseNearMoment());
  if (kind === 'rename') {
    const slug = `${entry.slug.slice(0, 80)}-${random(1_000_000)}`;
    await studio.call('renameEntry', { id, version: entry.version, slug });
    paths.add(getEntryPath(entry.type, slug));
  }
  if (kind === 'undo') await studio.call('undoAct', { id: lastAct?.id ?? 0 });
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** Runs an act, which the Studio may refuse: because of a link to a withdrawn entry, or of another schedule. */
async function runUnlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isApiFailure(error) || error.kind !== 'client') throw error;
    counts.set('refused', (counts.get('refused') ?? 0) + 1);
  }
}

const wrong: string[] = [];
/** Compares the site as of a moment with what visitors get or got then. Returns the number of compared responses. */
function compare(previews: Map<string, SeenPage>, visitors: Map<string, SeenPage>, at: Date, what: string): number {
  for (const [path, seen] of visitors) {
    const preview = previews.get(path);
    if (!preview || !isSameAsVisitors(preview, seen, new URL(path, address), { at: at.toISOString() }))
      wrong.push(`${path} as of ${at.toISOString()}, ${what}: ${preview?.status} instead of ${seen.status}`);
  }
  return visitors.size;
}

const readAsOf = (at: Date) => readSite((path) => readPreview(address, token, path, { at: at.toISOString() }));

async function provePast(): Promise<string> {
  const moments: { at: Date; visitors: Map<string, SeenPage> }[] = [];
  for (let act = 0; act < actCount; act++) {
    await runUnlessRefused(performRandomAct);
    await waitForQuiet();
    const at = new Date();
    moments.push({ at, visitors: await readVisitors() });
  }
  let compared = 0;
  for (const { at, visitors } of moments) compared += compare(await readAsOf(at), visitors, at, 'earlier');
  const table = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return `${compared} answers as of ${moments.length} earlier moments (${table})`;
}

async function proveFuture(): Promise<string> {
  await waitForQuiet();
  const start = Date.now() + 20_000;
  const step = 5_000;
  for (let index = 0; index < 4; index++) {
    const made = await create();
    const at = start + index * step;
    await schedule(made.id, made.version, at);
    const changed = pick(ids);
    await runUnlessRefused(async () => schedule(changed, await edit(changed), at));
    const { entry } = await studio.call('openEntry', { id: pick(ids) });
    await runUnlessRefused(() => withdrawLater(entry, at));
  }
  const moments = Array.from({ length: 4 }, (_, index) => new Date(start + index * step + 100));
  const previews: Map<string, SeenPage>[] = [];
  for (const at of moments) previews.push(await readAsOf(at));
  if (Date.now() > start) wrong.push('this machine is too slow: the first moment came before its preview was read');
  let compared = 0;
  let changes = 0;
  let last: Map<string, SeenPage> | null = null;
  for (const [index, at] of moments.entries()) {
    await sleep(Math.max(0, at.getTime() - Date.now()));
    const visitors = await readVisitors();
    if (Date.now() > at.getTime() + step - 100) wrong.push('this machine is too slow: the next moment came meanwhile');
    compared += compare(previews[index] ?? new Map(), visitors, at, 'later');
    for (const [path, { html }] of visitors) if (last && last.get(path)?.html !== html) changes++;
    last = visitors;
  }
  return `${compared} as of ${moments.length} later ones, between which ${changes} changed`;
}

await runProof(async () => {
  const past = await provePast();
  const future = await proveFuture();
  return { figures: `${past}, and ${future}`, wrong };
});
await close();
