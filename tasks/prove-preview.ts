import { entryTypeNames, entryTypes, getEntryPath } from '../contract/entry-types.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { studioHeaders } from '../testing/studio-api.ts';
import { openProofSites, runProof } from './studio-proofs/open-studio.ts';

// Changes an entry of every type, reads the preview of its page, its list and Home, publishes, and compares each preview
// with the page that visitors get then, byte for byte.

const { sites, ctx, close } = await openProofSites();
const address = sites[0]?.address ?? '';
const { token } = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(address, token);

async function readText(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(address + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

await runProof(async () => {
  const wrong: string[] = [];
  let compared = 0;
  let longest = 0;
  for (const type of entryTypeNames) {
    const { items } = await studio.call('listContent', { type, size: 3 });
    for (const { id, slug } of items) {
      const { version, content } = await studio.call('openEntry', { id });
      const edited = { ...content, title: `${content.title} (changed)`, body: `${content.body}\n\nA last line.\n` };
      const saved = await studio.call('saveDraft', { id, version, content: edited });
      const { listPath } = entryTypes[type];
      const paths = [getEntryPath(type, slug), ...(listPath ? [listPath] : []), '/'];
      const previews = new Map<string, string>();
      for (const path of paths) {
        const started = performance.now();
        const query = new URLSearchParams({ entry: String(id), path });
        previews.set(path, await readText(`/studio/preview?${query}`, studioHeaders(token)));
        longest = Math.max(longest, performance.now() - started);
      }
      await studio.call('publishEntry', { id, version: saved.version });
      for (const [path, preview] of previews) {
        compared += 1;
        // The caches of pages hear of the publication after a moment.
        let isSame = false;
        for (let attempt = 0; attempt < 20 && !isSame; attempt++) {
          isSame = (await readText(path)) === preview;
          if (!isSame) await new Promise((resolve) => setTimeout(resolve, 50));
        }
        if (!isSame) wrong.push(`${path} with a draft of ${type}/${slug}`);
      }
    }
  }
  return { figures: `${compared} previews compared with their pages, longest ${Math.round(longest)} ms`, wrong };
});
await close();
