import { getEntryPath } from '../contract/content/entry-types.ts';
import { makeEntry } from '../testing/makers.ts';
import { createHttpStudioClient, makeUser, renameEntry } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';

// Renames an entry to which 200 texts link, several times, and follows every link and every earlier address. None may
// be broken, and no redirect may have more than one hop.

const linkingTexts = 200;

const { sites, ctx, close } = await openProofSites();
const address = sites[0]?.address ?? '';
const studio = createHttpStudioClient(address, (await makeUser(ctx, 'EDITOR')).token);

/** Returns how many redirects lead from a path to a page; throws if none does. */
async function countHops(path: string): Promise<number> {
  let target = path;
  for (let hops = 0; hops < 5; hops++) {
    const answer = await fetch(address + target, { redirect: 'manual' });
    await answer.arrayBuffer();
    if (answer.status === 200) return hops;
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${path} answers ${answer.status}`);
    target = location;
  }
  throw new Error(`${path} redirects without end`);
}

/** Creates a page for a later withdrawal. Returns its id and version. */
async function makePageToWithdraw() {
  const { id } = await makeEntry(ctx, 'PAGE', { slug: 'replaced' });
  const { entry } = await studio.call('openEntry', { id });
  return { id, version: entry.version };
}

await runProof(async () => {
  const wrong: string[] = [];
  const { id } = await makeEntry(ctx, 'PAGE', { slug: 'name-1' });
  const linking: { id: number; slug: string }[] = [];
  for (let number = 0; number < linkingTexts; number++) {
    const body = `Read [this](/name-1), [its part](/name-1#s-part "Part") and [the reference][r].\n\n[r]: /name-1?x=${number}\n`;
    linking.push(await makeEntry(ctx, number % 2 ? 'APP' : 'PAGE', { text: { body } }));
  }
  const times: number[] = [];
  for (const slug of ['name-2', 'name-3']) {
    const started = performance.now();
    const { rewritten } = await renameEntry(studio, id, slug);
    times.push(Math.round(performance.now() - started));
    if (rewritten !== linkingTexts) wrong.push(`${rewritten} of ${linkingTexts} texts were rewritten`);
  }
  for (const former of ['/name-1', '/name-2']) {
    const hops = await countHops(former);
    if (hops !== 1) wrong.push(`${former}: ${hops} hops`);
  }
  // Redirects of editors: to the entry, to another redirect, and to a page whose address is redirected later.
  const { id: replaced, version } = await makePageToWithdraw();
  for (const [path, target] of [
    ['/added-1', '/name-3'],
    ['/added-2', '/name-1'],
    ['/added-3', '/replaced'],
  ] as const)
    await studio.call('addRedirect', { path, target });
  await studio.call('withdrawEntry', { id: replaced, version, isWithdrawn: true });
  await studio.call('addRedirect', { path: '/replaced', target: '/added-1' });
  await renameEntry(studio, id, 'name-4');
  for (const path of ['/added-1', '/added-2', '/added-3', '/replaced', '/name-3']) {
    const hops = await countHops(path);
    if (hops !== 1) wrong.push(`${path}: ${hops} hops`);
  }
  await renameEntry(studio, id, 'name-3');
  let links = 0;
  for (const [index, { slug }] of linking.entries()) {
    const html = await (await fetch(address + getEntryPath(index % 2 ? 'APP' : 'PAGE', slug))).text();
    const targets = [...html.matchAll(/href="(\/name-\d[^"]*)"/g)].map(([, target = '']) => target);
    links += targets.length;
    if (targets.length !== 3 || targets.some((target) => !target.startsWith('/name-3')))
      wrong.push(`${slug}: ${targets.join(' ')}`);
  }
  if ((await countHops('/name-3')) !== 0) wrong.push('the new address redirects');
  return {
    figures: `${linkingTexts} texts, ${links} links, 5 redirects of one hop, two renames in ${times.join(' and ')} ms`,
    wrong,
  };
});
await close();
