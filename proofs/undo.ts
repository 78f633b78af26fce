import { setTimeout as sleep } from 'node:timers/promises';
import { entryTypes, getEntryPath, selectableTypes, typesWithPages } from '../contract/content/entry-types.ts';
import { findMissingSections, listSectionAnchors } from '../contract/content/sections.ts';
import { settingSlugs } from '../contract/content/settings.ts';
import { type BulkKind, bulkLimit } from '../contract/studio/bulk-kinds.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import type { EntrySummary } from '../contract/studio/shapes.ts';
import { makeEntry } from '../testing/makers.ts';
import { createHttpStudioClient, makeUser, renameEntry, withdrawEntry } from '../testing/studio.ts';
import { addLine } from './studio-proofs/add-line.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { createRandomSequence } from './studio-proofs/random-sequence.ts';
import { getSharedPaths, readSite, waitUntilDifferent, waitUntilSame } from './studio-proofs/read-site.ts';
import { changeSetting, findSetting } from './studio-proofs/settings.ts';

// Does random acts on entries and settings of the demo company – publications, schedules, withdrawals, restored texts,
// renames, bulk actions, moved, hidden and removed sections – and undoes each. Afterwards the pages, lists, feeds, the
// sitemap, searches and the history of the entries must be what they were before, byte for byte. The
// revision that an undone publication made stays in the history, as the last one.

const rounds = Number(process.argv[2] ?? 120);
const newWord = 'quokkaville';

const { sites, ctx, close } = await openProofSites(1, { TRUST_PROXY: '1' });
const address = sites[0]?.address ?? '';
const studio = createHttpStudioClient(address, (await makeUser(ctx, 'EDITOR')).token);

const { below: random, pick } = createRandomSequence(20_261_124);

const { items: all } = await studio.call('listContent', { size: 100, sort: 'title' });
const { categories } = await studio.call('choices', {});
const settings = await Promise.all(settingSlugs.map((slug) => findSetting(studio, slug)));
for (const { id, state } of settings) if (state === 'DRAFT') await publishCurrent(id);
const published = all.filter(({ state, nextAt }) => state === 'PUBLISHED' && !nextAt);
const withAddress = published.filter(({ type }) => type !== 'SETTING');
const pages = published.filter(({ type }) => type === 'PAGE');
const sharedPaths = getSharedPaths(['latency', 'fsync', newWord, 'quokkavile', 'postgres queue']);

/** Returns the entries as the list shows them now. */
async function reload(entries: readonly EntrySummary[]): Promise<EntrySummary[]> {
  return Promise.all(entries.map(async ({ id }) => (await studio.call('openEntry', { id })).entry));
}

async function publishCurrent(id: number): Promise<void> {
  const { version } = await studio.call('openEntry', { id });
  await studio.call('publishEntry', { id, version });
}

type Sections = { id: string; kind: string; anchor?: string; shown?: boolean }[];

/** Returns the sections of a page in another order, and without one to which no address and no link leads. */
function rearrange(slug: string, sections: Sections): Sections {
  const anchors = listSectionAnchors(sections);
  const removable = sections.filter((section, index) => {
    const others = sections.filter((each) => each !== section);
    return anchors[index] === undefined && findMissingSections(slug, others).length === 0;
  });
  const chosen = removable.length > 0 ? pick(removable) : null;
  const isHidden = random(2) === 0;
  const kept = sections.flatMap((each) => (each !== chosen ? [each] : isHidden ? [{ ...each, shown: false }] : []));
  const [moved] = kept.splice(random(kept.length), 1);
  if (moved) kept.splice(random(kept.length + 1), 0, moved);
  return kept;
}

async function saveChange(id: number, change: (content: DraftContent) => Partial<DraftContent>): Promise<string> {
  const { version, content } = await studio.call('openEntry', { id });
  return (await studio.call('saveDraft', { id, version, content: { ...content, ...change(content) } })).version;
}

/** Changes the draft of an entry at random, with a word that no other text has. Returns its version. */
function edit({ id, type }: EntrySummary): Promise<string> {
  return saveChange(id, (content) => {
    if (type === 'SETTING') {
      const fields = changeSetting(content.fields, newWord, () => random(2) === 0);
      const isSame = JSON.stringify(fields) === JSON.stringify(content.fields);
      return { fields: isSame ? changeSetting(fields, newWord) : fields };
    }
    const own = categories.filter((category) => category.type === type);
    return pick<Partial<DraftContent>>([
      { title: `${content.title.slice(0, 90)} ${newWord} ${random(1_000)}` },
      addLine(content, `A sentence about ${newWord} ${random(1_000)}.`),
      { summary: `About ${newWord} ${random(1_000)}`, position: random(50) },
      own.length > 0 ? { category: pick(own).slug, title: `${newWord} ${random(1_000)}` } : { keywords: [newWord] },
    ]);
  });
}

interface Act {
  entries: EntrySummary[];
  /** Further addresses that the act changes. */
  paths?: string[];
  /** Performs the act, and returns the function that undoes it. */
  run(): Promise<() => Promise<unknown>>;
  /** Takes back what the preparation has published. */
  end?(): Promise<unknown>;
}

/** Returns the act on one entry whose undo is that of the entry's last act. */
const createAct = (entry: EntrySummary, act: () => Promise<unknown>): Act => ({
  entries: [entry],
  run: async () => {
    await act();
    return async () => {
      const { lastAct } = await studio.call('openEntry', { id: entry.id });
      if (!lastAct) throw new Error(`The act on the entry ${entry.id} cannot be undone`);
      await studio.call('undoAct', { id: lastAct.id });
    };
  },
});

async function prepareBulkAct(kind: BulkKind): Promise<Act> {
  const type = kind === 'CATEGORISE' ? pick(selectableTypes) : null;
  const candidates = published.filter((entry) => type === null || entry.type === type);
  const chosen = [...new Set(Array.from({ length: 2 + random(9) }, () => pick(candidates)))];
  if (kind === 'PUBLISH') for (const entry of chosen) await edit(entry);
  const category = type && { type, slug: pick(categories.filter((each) => each.type === type)).slug };
  const entries = (await reload(chosen)).map(({ id, version }) => ({ id, version }));
  return {
    entries: chosen,
    run: async () => {
      const { count } = await studio.call('planBulkAct', { kind, category, entries });
      if (count === 0) return async () => undefined;
      const { id } = await studio.call('runBulkAct', { kind, category, entries, count });
      return () => studio.call('undoBulkAct', { id });
    },
  };
}

const singleKinds = ['publish', 'schedule', 'withdraw', 'show', 'restore'] as const;

/**
 * Prepares an act on one entry: `show` makes a withdrawn entry visible again, and `restore` publishes an earlier text.
 * `version` is that of a draft to publish; by default the draft is changed at random.
 */
async function prepareSingleAct(
  kind: (typeof singleKinds)[number],
  entry: EntrySummary,
  changeDraft = edit,
): Promise<Act> {
  const { id } = entry;
  const restoreAndPublish = async (restored: string) => {
    const { version } = await studio.call('openEntry', { id });
    await studio.call('restoreVersion', { id, version, restored });
    await publishCurrent(id);
  };
  const former = (await studio.call('openEntry', { id })).version;
  let version = '';
  if (kind === 'publish' || kind === 'schedule' || kind === 'restore') version = await changeDraft(entry);
  if (kind === 'restore') await studio.call('publishEntry', { id, version });
  if (kind === 'show') await withdrawEntry(studio, id);
  // Visitors get pages with the former setting for most of a second.
  if (kind === 'show' || kind === 'restore') await sleep(entry.type === 'SETTING' ? 1_000 : 200);
  return {
    ...createAct(entry, async () => {
      if (kind === 'publish') await studio.call('publishEntry', { id, version });
      if (kind === 'schedule')
        await studio.call('scheduleEntry', { id, version, at: new Date(Date.now() + 86_400_000).toISOString() });
      if (kind === 'withdraw' || kind === 'show') await withdrawEntry(studio, id, kind === 'withdraw');
      if (kind === 'restore') await restoreAndPublish(former);
    }),
    end: async () => {
      if (kind === 'show') await withdrawEntry(studio, id, false);
      if (kind === 'restore') await restoreAndPublish(former);
    },
  };
}

async function prepareCreation(): Promise<Act> {
  const title = `${newWord} ${random(1_000_000_000)}`;
  const { id } = await studio.call('createEntry', { type: 'PAGE', title });
  await saveChange(id, () => ({ summary: 'Complete', body: 'Text\n' }));
  const { entry } = await studio.call('openEntry', { id });
  return createAct(entry, () => publishCurrent(id));
}

/** Prepares the publication of a page whose sections have moved, and of which one may be hidden or removed. */
function prepareSections(): Promise<Act> {
  return prepareSingleAct('publish', pick(pages), ({ id, slug }) =>
    saveChange(id, ({ fields }) => ({
      fields: { ...fields, sections: rearrange(slug, fields.sections as Sections) },
    })),
  );
}

/** Prepares an act on a setting, which all pages show. */
async function prepareSetting(kind: (typeof singleKinds)[number]): Promise<Act> {
  const act = await prepareSingleAct(kind, pick(settings));
  return { ...act, paths: ['/site.webmanifest', '/icon.svg', ...pages.map(({ slug }) => getEntryPath('PAGE', slug))] };
}

async function prepareRename(): Promise<Act> {
  const entry = pick(withAddress);
  const { id, slug } = entry;
  const { linkedFrom } = await studio.call('checkEntry', { id });
  const name = `${slug.slice(0, 80)}-renamed-${random(1_000_000)}`;
  return { ...createAct(entry, () => renameEntry(studio, id, name)), paths: linkedFrom.map(({ path }) => path) };
}

const kinds = Object.entries<() => Promise<Act>>({
  ...Object.fromEntries(singleKinds.map((kind) => [kind, () => prepareSingleAct(kind, pick(withAddress))])),
  create: prepareCreation,
  rename: prepareRename,
  sections: prepareSections,
  ...Object.fromEntries(singleKinds.map((kind) => [`${kind} a setting`, () => prepareSetting(kind)])),
  'bulk publish': () => prepareBulkAct('PUBLISH'),
  'bulk withdraw': () => prepareBulkAct('WITHDRAW'),
  'bulk categorise': () => prepareBulkAct('CATEGORISE'),
});

/**
 * Returns the history of entries as JSON, and the number of each entry's newest revision. `upTo` has the numbers of the
 * last revisions to read; by default all are read.
 */
async function readHistory(entries: readonly EntrySummary[], upTo?: ReadonlyMap<number, number>) {
  const newest = new Map<number, number>();
  const texts: string[] = [];
  for (const { id } of entries) {
    const { items } = await studio.call('entryHistory', { id, kind: 'REVISION', size: 100 });
    newest.set(id, items[0]?.number ?? 0);
    const last = upTo?.get(id) ?? Number.POSITIVE_INFINITY;
    for (const { version, number } of items)
      if (Number(number) <= last) texts.push(JSON.stringify(await studio.call('entryVersion', { id, version })));
  }
  return { newest, text: texts.join('\n') };
}

await runProof(async () => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  let changed = 0;
  let compared = 0;
  const everyPage = [
    ...sharedPaths,
    ...typesWithPages.flatMap((type) =>
      all.filter((entry) => entry.type === type).map(({ slug }) => getEntryPath(type, slug)),
    ),
    ...categories.map(
      ({ type, slug }) => `${entryTypes[type as (typeof selectableTypes)[number]].categoryPath}${slug}`,
    ),
  ];
  const atFirst = await readSite(address, everyPage);
  for (let round = 0; round < rounds; round++) {
    const [kind = '', prepare = prepareCreation] = kinds[round % kinds.length] ?? [];
    const { entries, paths: further = [], run, end } = await prepare();
    const paths = [...sharedPaths, ...further, ...entries.map(({ type, slug }) => getEntryPath(type, slug))];
    const before = await readSite(address, paths);
    const history = await readHistory(entries);
    const undo = await run();
    if (!kind.startsWith('schedule') && (await waitUntilDifferent(address, before))) changed += 1;
    await undo();
    const differing = await waitUntilSame(address, before);
    compared += before.size;
    if ((await readHistory(entries, history.newest)).text !== history.text) differing.push('the history');
    wrong.push(...differing.map((path) => `round ${round}, ${kind}: ${path}`));
    await end?.();
    for (const { id, state } of await reload(entries)) {
      const { version } = await studio.call('openEntry', { id });
      if (state !== 'DRAFT' && version.startsWith('draft')) await studio.call('discardDraft', { id, version });
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  wrong.push(...(await waitUntilSame(address, atFirst)).map((path) => `at the end: ${path}`));
  const table = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const large = await proveLargeAct(wrong);
  return {
    figures: `${rounds} acts undone (${table}), ${changed} of them seen by visitors first; ${compared + atFirst.size} answers compared; ${large}`,
    wrong,
  };
});

/** Publishes as many drafts as one action may have, and undoes it. Returns how long each step took. */
async function proveLargeAct(wrong: string[]): Promise<string> {
  const entries: { id: number; version: string }[] = [];
  for (let number = 0; number < bulkLimit; number++) {
    const { id } = await makeEntry(ctx, 'PAGE', { slug: `many-${number}` });
    await saveChange(id, () => ({ title: `Many ${id}` }));
    entries.push({ id, version: (await studio.call('openEntry', { id })).entry.version });
  }
  const before = await readSite(address, ['/sitemap.xml', '/many-0', `/many-${bulkLimit - 1}`]);
  const seconds: string[] = [];
  async function measure<T>(step: string, call: Promise<T>): Promise<T> {
    const started = performance.now();
    return call.finally(() => seconds.push(`${step} ${((performance.now() - started) / 1_000).toFixed(1)} s`));
  }
  const selection = { kind: 'PUBLISH' as const, entries };
  const { count } = await measure('plan', studio.call('planBulkAct', selection));
  if (count !== bulkLimit) wrong.push(`${count} of ${bulkLimit} entries would be published`);
  const { id } = await measure('act', studio.call('runBulkAct', { ...selection, count }));
  const report = await measure('undo', studio.call('undoBulkAct', { id }));
  if (report.items.some(({ state }) => state !== 'UNDONE')) wrong.push('not all of the large act was undone');
  wrong.push(...(await waitUntilSame(address, before)).map((path) => `after the large act: ${path}`));
  return `an act on ${count} entries: ${seconds.join(', ')}`;
}

await close();
