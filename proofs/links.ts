import { getEntryPath } from '../contract/content/entry-types.ts';
import type { ApiFailure } from '../contract/http/client.ts';
import { makeEntry } from '../testing/makers.ts';
import { createHttpStudioClient, makeUser, renameEntry } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';
import { createRandomSequence } from './studio-proofs/random-sequence.ts';

// Renames an entry to which 200 texts link, several times, and follows every link and every earlier address, on two
// servers. None may be broken, no redirect may have more than one hop, none may lead in a loop, and the Studio must
// list every link and every fragment that breaks, and no other.

const linkingTexts = 200;

const { sites, ctx, close } = await openProofSites(2, {}, { program: 'proofs/studio-proofs/site-without-jobs.ts' });
const address = sites[0]?.address ?? '';
const { below, pick } = createRandomSequence(32);
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

/** Adds random redirects, many with asterisks. No random address may need two hops or end in a loop. */
async function checkRedirectsAtRandom(wrong: string[]): Promise<string> {
  const parts = ['a', 'b', 'c', 'app', 'blog'];
  const makePath = () => `/${Array.from({ length: 1 + below(2) }, () => pick(parts)).join('/')}`;
  const makeEnd = () => (below(10) < 6 ? `${makePath()}/*` : pick([makePath(), '/name-3', '/blog/*', '/*']));
  let added = 0;
  let loops = 0;
  for (let tried = 0; tried < 300; tried++) {
    const path = below(10) < 6 ? `${makePath()}/*` : makePath();
    const failure = await studio.call('addRedirect', { path, target: makeEnd() }).then(
      () => null,
      (error: unknown) => error as ApiFailure,
    );
    added += failure ? 0 : 1;
    loops += failure?.fields.some(({ message }) => message.startsWith('leads in a loop')) ? 1 : 0;
    if (failure && failure.status !== 422) wrong.push(`adding ${path} answers ${failure.status}`);
  }
  for (let asked = 0; asked < 300; asked++) {
    const path = `${makePath()}/name-3`;
    for (const { address: server } of sites) {
      const answer = await fetch(server + path, { redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status === 308 && (await countHops(path)) !== 1) wrong.push(`${path} has several hops`);
      else if (answer.status !== 308 && answer.status !== 404) wrong.push(`${path} answers ${answer.status}`);
    }
  }
  return `${added} random redirects, ${loops} loops refused`;
}

/** Breaks the links of all texts, then mends them; the Studio lists all, and then none. */
async function breakLinks(id: number, linking: { id: number }[], wrong: string[]): Promise<string> {
  const list = async () => {
    const started = performance.now();
    const { total } = await studio.call('brokenLinks', { of: 'SHOWN', size: 1 });
    return { total, ms: Math.round(performance.now() - started) };
  };
  const expectTotal = async (expected: number, what: string) => {
    const { total, ms } = await list();
    if (total !== expected) wrong.push(`${what}: ${total} broken links are listed, not ${expected}`);
    return ms;
  };
  const change = async (body: string) => {
    const { version, content } = await studio.call('openEntry', { id });
    const saved = await studio.call('saveDraft', { id, version, content: { ...content, body } });
    await studio.call('publishEntry', { id, version: saved.version });
  };
  await change('## Part\n\nText.');
  await expectTotal(0, 'with the heading');
  await change('Text.');
  await expectTotal(linking.length, 'without the heading');
  const { version } = (await studio.call('openEntry', { id })).entry;
  await studio.call('withdrawEntry', { id, version, isWithdrawn: true });
  const ms = await expectTotal(3 * linking.length, 'without the page');
  await studio.call('addRedirect', { path: '/name-3', target: '/about-us' });
  await expectTotal(0, 'with a redirect');
  return `${4 * linking.length} broken links and fragments listed, ${3 * linking.length} in ${ms} ms`;
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
  const loops = await checkRedirectsAtRandom(wrong);
  const broken = await breakLinks(id, linking, wrong);
  return {
    figures: `${linkingTexts} texts, ${links} links, 5 redirects of one hop, two renames in ${times.join(' and ')} ms, ${loops}, ${broken}`,
    wrong,
  };
});
await close();
