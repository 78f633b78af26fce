import { setTimeout as sleep } from 'node:timers/promises';
import { entryTypes, getEntryPath, typesWithPages } from '../contract/content/entry-types.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { addLine } from './studio-proofs/add-line.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { isSameAsVisitors, readAsVisitor, readPreview, type SeenPage } from './studio-proofs/read-previews.ts';

// Changes entries of every type, reads the previews of their pages, their lists, their categories, Home and a search
// for their titles, publishes, and compares each preview with the page that visitors get then. Only scripts are missing
// from a preview, and its links lead to the preview; all other bytes must be the same.

const entriesOfType = Number(process.argv[2] ?? 10);

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

await runProof(async () => {
  const wrong: string[] = [];
  let compared = 0;
  let longest = 0;
  for (const type of typesWithPages) {
    const { items } = await studio.call('listContent', { type, size: entriesOfType });
    for (const { id, slug } of items) {
      const { version, content } = await studio.call('openEntry', { id });
      const edited = { ...content, ...addLine(content, 'A last line.'), title: `${content.title} (changed)` };
      const saved = await studio.call('saveDraft', { id, version, content: edited });
      const { listPath, categoryPath } = entryTypes[type];
      const paths = [
        getEntryPath(type, slug),
        '/',
        `/search?${new URLSearchParams({ q: edited.title })}`,
        ...(listPath ? [listPath] : []),
        ...(categoryPath && content.category ? [categoryPath + content.category] : []),
      ];
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
          wrong.push(`${path} with a draft of ${type}/${slug}`);
      }
    }
  }
  return { figures: `${compared} previews compared with their pages, longest ${Math.round(longest)} ms`, wrong };
});
await close();
