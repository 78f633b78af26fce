import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { stringify } from 'yaml';
import { importContent } from '../api/content/import-export/import.ts';
import { ContentError } from '../api/content/import-export/problems.ts';
import { formerSlugs } from '../api/db/tables.ts';
import { getEntryPath, getEntryType, type TypeWithPages } from '../contract/content/entry-types.ts';
import { isApiFailure } from '../contract/http/client.ts';
import { createEmptyContent, type DraftContent } from '../contract/studio/draft-content.ts';
import { makeEntry, sampleFields } from '../testing/makers.ts';
import { createHttpStudioClient, makeUser, renameEntry } from '../testing/studio.ts';
import { type BrokenContent, brokenContents, hiddenTargets } from './studio-proofs/broken-contents.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { getSharedPaths, readSite, waitUntilSame } from './studio-proofs/read-site.ts';

// Sends each broken content through every way to visitors: publishing, scheduling, a bulk publication and an import.
// Each must be refused with a problem that names the field and, in a body, the line; and visitors must see nothing
// change. The corrected content must pass every way.

const { sites, ctx, close } = await openProofSites(1, { TRUST_PROXY: '1' });
const address = sites[0]?.address ?? '';
const studio = createHttpStudioClient(address, (await makeUser(ctx, 'EDITOR')).token);
const root = await mkdtemp(join(tmpdir(), 'gate-proof-'));
const { authors, categories } = await studio.call('choices', {});
const wrong: string[] = [];
let refusals = 0;
let passes = 0;

/** Returns a content of a type that can be published. */
function makeGoodContent(type: TypeWithPages, title: string): DraftContent {
  const category = categories.find((each) => each.type === type)?.slug ?? null;
  const own = { author: type === 'BLOG' ? (authors[0]?.slug ?? null) : null, fields: { ...sampleFields[type] } };
  const body = '## Part\n\nSee [the part](#s-part) and [privacy](/privacy-policy#stored).\n';
  return { ...createEmptyContent(title, category), ...own, summary: 'A summary', body };
}

const findLine = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

/** Returns whether one of the problems names the field, or a part of it, and the line. */
function isNamed(problems: { path: string; line?: number | null }[], { field, at }: BrokenContent, body: string) {
  const wanted = field.replace(/\.$/, '');
  return problems.some(({ path, line }) => path === wanted && (at === undefined || line === findLine(body, at)));
}

/** Records a problem unless a call is refused with a status and a problem of the field. */
async function expectRefused(what: string, call: Promise<unknown>, status: number, field: string): Promise<void> {
  const failure = await call.catch((error: unknown) => error);
  const wanted = field.replace(/\.$/, '');
  if (isApiFailure(failure) && failure.status === status && failure.fields.some(({ path }) => path === wanted)) {
    refusals += 1;
    return;
  }
  const answer = isApiFailure(failure) ? `${failure.status} ${JSON.stringify(failure.fields)}` : 'it passed';
  wrong.push(`${what}: ${answer}`);
}

/** Records a problem unless a call succeeds and visitors see the path within a second. */
async function expectPassed(what: string, call: () => Promise<unknown>, path: string): Promise<void> {
  try {
    await call();
  } catch (error) {
    wrong.push(
      `${what}: ${error instanceof Error ? error.message : error} ${JSON.stringify(isApiFailure(error) ? error.fields : '')}`,
    );
    return;
  }
  for (let attempt = 0; attempt < 20; attempt++) {
    const { status } = await fetch(address + path);
    if (status === 200) {
      passes += 1;
      return;
    }
    await sleep(50);
  }
  wrong.push(`${what}: visitors do not see ${path}`);
}

/** Creates an entry with a draft, and reads it. */
async function makeDraft(type: TypeWithPages, title: string, content: DraftContent) {
  const { id } = await studio.call('createEntry', { type, title });
  const { version } = await studio.call('openEntry', { id });
  await studio.call('saveDraft', { id, version, content });
  return readEntry(id);
}

/** Returns the id, version and path of an entry, and its selection for a bulk action. */
async function readEntry(id: number) {
  const { version, entry } = await studio.call('openEntry', { id });
  return { id, version, path: getEntryPath(entry.type, entry.slug), selected: [{ id, version: entry.version }] };
}

const getTimeInOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Writes a content as the only file of the import folder. Returns the file's name and text. */
async function writeContentFile(
  type: TypeWithPages,
  slug: string,
  { title, summary, body, fields, ...rest }: DraftContent,
) {
  const { author, category, keywords, interests } = rest;
  const given = Object.entries({ author, category }).filter(([, value]) => value !== null);
  const head = { title, summary, published: '2026-01-01T00:00:00Z', ...Object.fromEntries(given), keywords, interests };
  const text = `---\n${stringify({ ...head, ...fields }, { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${body}`;
  const file = `${getEntryType(type).folder}/${slug}.md`;
  await rm(root, { recursive: true, force: true });
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
  return { file, text };
}

/** Imports a broken file, which must be refused with the file, the field and the line. */
async function expectImportRefused(broken: BrokenContent, slug: string, content: DraftContent): Promise<void> {
  const { file, text } = await writeContentFile(broken.type, slug, content);
  const error = await importContent(ctx, root).catch((thrown: unknown) => thrown);
  const problems = error instanceof ContentError ? error.problems : [];
  // In a file, a type's own fields are not nested under `fields`.
  const field = broken.field.replace(/^fields\.?/, '').replace(/\.$/, '');
  const line = broken.at === undefined ? null : findLine(text, broken.at);
  if (problems.some((each) => each.file === file && each.field === field && (line === null || each.line === line)))
    refusals += 1;
  else wrong.push(`${broken.name}, import: ${JSON.stringify(problems)}`);
}

async function proveBroken(broken: BrokenContent, number: number): Promise<void> {
  const { type, name, change } = broken;
  const title = `Gate ${number}`;
  const good = makeGoodContent(type, title);
  const content = { ...good, ...change };
  const [single, scheduled, bulk] = [
    await makeDraft(type, `${title} a`, content),
    await makeDraft(type, `${title} b`, content),
    await makeDraft(type, `${title} c`, content),
  ];
  const { problems } = await studio.call('checkEntry', { id: single.id });
  if (!isNamed(problems, broken, content.body)) wrong.push(`${name}: the check says ${JSON.stringify(problems)}`);
  const { id, version } = single;
  await expectRefused(`${name}, publish`, studio.call('publishEntry', { id, version }), 422, broken.field);
  const later = { id: scheduled.id, version: scheduled.version, at: getTimeInOneHour() };
  await expectRefused(`${name}, schedule`, studio.call('scheduleEntry', later), 422, broken.field);
  const plan = await studio.call('planBulkAct', { kind: 'PUBLISH', entries: bulk.selected });
  const [item] = plan.items;
  if (plan.count !== 0 || !item || !isNamed(item.problems, broken, content.body))
    wrong.push(`${name}, bulk publish: ${JSON.stringify(item)}`);
  const run = studio.call('runBulkAct', { kind: 'PUBLISH', entries: bulk.selected, count: 1 });
  await expectRefused(`${name}, bulk publish`, run, 409, 'count');
  await expectImportRefused(broken, `gate-${number}-d`, content);
  for (const { path } of [single, scheduled, bulk])
    if ((await fetch(address + path)).status !== 404) wrong.push(`${name}: visitors see ${path}`);
}

async function proveCorrected({ type, name }: BrokenContent, number: number): Promise<void> {
  const title = `Gate ${number}`;
  const good = makeGoodContent(type, title);
  const [single, scheduled, bulk] = [
    await makeDraft(type, `${title} corrected a`, good),
    await makeDraft(type, `${title} corrected b`, good),
    await makeDraft(type, `${title} corrected c`, good),
  ];
  const { id, version } = single;
  await expectPassed(`${name}, corrected, publish`, () => studio.call('publishEntry', { id, version }), single.path);
  const at = new Date(Date.now() + 1_000).toISOString();
  const later = { id: scheduled.id, version: scheduled.version, at };
  const wait = () => sleep(1_000);
  await expectPassed(
    `${name}, corrected, schedule`,
    () => studio.call('scheduleEntry', later).then(wait),
    scheduled.path,
  );
  const selection = { kind: 'PUBLISH' as const, entries: bulk.selected, count: 1 };
  await expectPassed(`${name}, corrected, bulk publish`, () => studio.call('runBulkAct', selection), bulk.path);
  await writeContentFile(type, `gate-${number}-d`, good);
  await expectPassed(
    `${name}, corrected, import`,
    () => importContent(ctx, root),
    getEntryPath(type, `gate-${number}-d`),
  );
}

/** Proves that an address of another entry, present or former, is refused when chosen, published or imported. */
async function proveTakenAddress(): Promise<void> {
  const type = 'PAGE';
  const other = await makeEntry(ctx, type, { slug: 'taken-now', formerSlugs: ['taken-before'] });
  const good = makeGoodContent(type, 'Taken');
  for (const slug of ['taken-now', 'taken-before', 'blogs']) {
    await expectRefused(`${slug}, create`, studio.call('createEntry', { type, title: 'Taken', slug }), 409, 'slug');
    const { id } = await makeDraft(type, `Renamed to ${slug}`, good);
    await expectRefused(`${slug}, rename`, renameEntry(studio, id, slug), 409, 'slug');
  }
  for (const slug of ['taken-before', 'blogs'])
    await expectImportRefused({ name: `${slug}, import`, type, change: {}, field: 'slug' }, slug, good);
  // A redirect to another entry that came after the draft.
  const drafts = [
    await makeDraft(type, 'Taken a', good),
    await makeDraft(type, 'Taken b', good),
    await makeDraft(type, 'Taken c', good),
  ];
  const [single, scheduled, bulk] = drafts;
  if (!single || !scheduled || !bulk) throw new Error('The drafts were not made');
  for (const letter of ['a', 'b', 'c'])
    await ctx.db.insert(formerSlugs).values({ type, slug: `taken-${letter}`, entryId: other.id });
  const { id, version } = single;
  await expectRefused('a taken address, publish', studio.call('publishEntry', { id, version }), 422, 'slug');
  const later = { id: scheduled.id, version: scheduled.version, at: getTimeInOneHour() };
  await expectRefused('a taken address, schedule', studio.call('scheduleEntry', later), 422, 'slug');
  const selection = { kind: 'PUBLISH' as const, entries: bulk.selected };
  await expectRefused(
    'a taken address, bulk publish',
    studio.call('runBulkAct', { ...selection, count: 1 }),
    409,
    'count',
  );
  const [item] = (await studio.call('planBulkAct', selection)).items;
  if (item?.problems[0]?.path !== 'slug') wrong.push(`a taken address, bulk plan: ${JSON.stringify(item)}`);
  for (const letter of ['a', 'b', 'c'])
    await ctx.db.delete(formerSlugs).where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, `taken-${letter}`)));
  await expectPassed('a free address', () => studio.call('publishEntry', { id, version }), single.path);
}

await runProof(async () => {
  const shared = getSharedPaths(['gate', 'latency']);
  for (const target of Object.values(hiddenTargets)) await makeEntry(ctx, 'PAGE', target);
  await makeEntry(ctx, 'PLAN', hiddenTargets.draft);
  const before = await readSite(address, shared);
  for (const [number, broken] of brokenContents.entries()) await proveBroken(broken, number);
  wrong.push(...(await waitUntilSame(address, before)).map((path) => `visitors see ${path} changed`));
  for (const [number, broken] of brokenContents.entries()) await proveCorrected(broken, number);
  await proveTakenAddress();
  return {
    figures: `${brokenContents.length + 1} faults: ${refusals} refusals by publishing, scheduling, bulk publishing and importing, ${passes} corrected contents published, ${before.size} answers compared`,
    wrong,
  };
});
await rm(root, { recursive: true, force: true });
await close();
