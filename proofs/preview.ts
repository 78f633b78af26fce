import { setTimeout as sleep } from 'node:timers/promises';
import { entryTypes, getEntryPath, typesWithPages } from '../contract/content/entry-types.ts';
import type { Section } from '../contract/content/section-schemas.ts';
import { settingSlugs } from '../contract/content/settings.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import { listSpecimens } from '../site/pages/style-guide/section-specimens.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { addLine } from './studio-proofs/add-line.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { isSameAsVisitors, readAsVisitor, readPreview, type SeenPage } from './studio-proofs/read-previews.ts';
import { changeSetting, findSetting } from './studio-proofs/settings.ts';

// Changes entries of every type, reads the previews of their pages, their lists, their categories, Home and a search
// for their titles, publishes, and compares each preview with the page that visitors get then. Does the same with a
// page that has a section of each kind, which move, are hidden and removed, and with every setting, on a page of each
// kind. Only scripts are missing from a preview, and its links lead to the preview; all other bytes must be the same.

const entriesOfType = Number(process.argv[2] ?? 10);
/** A picture of the demo company, in place of the one of the specimens. */
const picture = 'fsync-layers.svg';

const { sites, ctx, close } = await openProofSites(1, { TRUST_PROXY: '1' });
const address = sites[0]?.address ?? '';
const { token } = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, token);

/**
 * Reads the public page until it equals the preview, for at most a second, because page caches learn of a change later.
 */
async function waitUntilSame(preview: SeenPage, path: string, kept: Record<string, string>): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (attempt > 0) await sleep(50);
    if (isSameAsVisitors(preview, await readAsVisitor(address, path), new URL(path, address), kept)) return true;
  }
  return false;
}

let compared = 0;
let longest = 0;
const wrong: string[] = [];

/** Saves a content, reads the previews of paths, publishes, and compares each preview with the page of visitors. */
async function compare(id: number, name: string, content: DraftContent, paths: readonly string[]): Promise<void> {
  const { version } = await studio.call('openEntry', { id });
  const saved = await studio.call('saveDraft', { id, version, content });
  const kept = { entry: String(id) };
  const previews = new Map<string, SeenPage>();
  for (const path of paths) {
    const started = performance.now();
    previews.set(path, await readPreview(address, token, path, kept));
    longest = Math.max(longest, performance.now() - started);
  }
  await studio.call('publishEntry', { id, version: saved.version });
  for (const [path, preview] of previews) {
    compared += 1;
    if (preview.status !== 200 || !(await waitUntilSame(preview, path, kept)))
      wrong.push(`${path} with a draft of ${name}`);
  }
}

const toSearch = (title: string) => `/search?${new URLSearchParams({ q: title })}`;

/** Compares the entries of every type. Returns the paths of a page of each kind. */
async function compareEntries(): Promise<string[]> {
  const pagesOfKinds = ['/', toSearch('latency')];
  for (const type of typesWithPages) {
    const { items } = await studio.call('listContent', { type, size: entriesOfType });
    const { listPath, categoryPath } = entryTypes[type];
    pagesOfKinds.push(
      ...items.slice(0, 1).map(({ slug }) => getEntryPath(type, slug)),
      ...(listPath ? [listPath] : []),
    );
    for (const { id, slug } of items) {
      const { content } = await studio.call('openEntry', { id });
      const edited = { ...content, ...addLine(content, 'A last line.'), title: `${content.title} (changed)` };
      await compare(id, `${type}/${slug}`, edited, [
        getEntryPath(type, slug),
        '/',
        toSearch(edited.title),
        ...(listPath ? [listPath] : []),
        ...(categoryPath && content.category ? [categoryPath + content.category] : []),
      ]);
    }
  }
  return pagesOfKinds;
}

/** Compares a page with a section of each kind, in several orders. Returns how many kinds there are. */
async function compareSections(): Promise<number> {
  const sections = JSON.parse(JSON.stringify(listSpecimens('short')).replaceAll('specimen.svg', picture)) as Section[];
  const { id, slug } = (
    await studio.call('openEntry', await studio.call('createEntry', { type: 'PAGE', title: 'A section of each kind' }))
  ).entry;
  const orders = [
    sections,
    sections.toReversed(),
    sections.map((section, index) => ({ ...section, shown: index % 3 > 0 })),
    sections.filter((_, index) => index % 3 > 0),
  ];
  for (const [index, order] of orders.entries()) {
    const { content } = await studio.call('openEntry', { id });
    const edited = { ...content, summary: `Order ${index}`, fields: { sections: order } };
    await compare(id, `order ${index} of all sections`, edited, [getEntryPath('PAGE', slug), toSearch(content.title)]);
  }
  return sections.length;
}

/** Compares every setting, on the given paths. */
async function compareSettings(paths: readonly string[]): Promise<void> {
  for (const slug of settingSlugs) {
    const { id } = await findSetting(studio, slug);
    const { content } = await studio.call('openEntry', { id });
    const fields = changeSetting(content.fields, 'changed');
    await compare(id, `the setting ${slug}`, { ...content, fields }, paths);
  }
}

await runProof(async () => {
  const pagesOfKinds = await compareEntries();
  const kinds = await compareSections();
  await compareSettings(pagesOfKinds);
  const figures = [
    `${compared} previews compared with their pages`,
    `${kinds} kinds of sections in 4 orders`,
    `${settingSlugs.length} settings on ${pagesOfKinds.length} pages each`,
    `longest ${Math.round(longest)} ms`,
  ];
  return { figures: figures.join(', '), wrong };
});
await close();
