import { beforeEach, expect, it, vi } from 'vitest';
import { createApiContext } from '../../../testing/api-context.ts';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { createHttpStudioClient, makeUser } from '../../../testing/studio.ts';
import { createSessionHeaders } from '../../../testing/studio-api.ts';
import { setUpSite } from '../../../testing/test-site.ts';
import { toPreviewPage } from './render-preview.ts';

const site = await setUpSite();
const ctx = createApiContext(site.database.db, site.dataFolder);
const { token } = await makeUser(ctx, 'EDITOR');
const studio = createHttpStudioClient(site.address, token);
beforeEach(() => site.database.empty());

const visit = (path: string) => fetch(site.address + path, { redirect: 'manual' });

function fetchPreview(input: Record<string, string>, path = '/studio/preview', session: string | null = token) {
  const headers = session ? createSessionHeaders(session) : {};
  return fetch(`${site.address}${path}?${new URLSearchParams(input)}`, { redirect: 'manual', headers });
}

/** Returns a public page once it has a text: page caches hear of a change after a moment. */
function waitForText(path: string, text: string): Promise<string> {
  return vi.waitFor(async () => {
    const html = await (await visit(path)).text();
    expect(html).toContain(text);
    return html;
  });
}

/** Returns the text of a page without its bar. */
const removeBar = (html: string) => html.replace(/<style>[^<]*preview-bar.*?<\/aside>/s, '');

/** Stores an entry in one transaction, as an import does. */
function make(type: 'SERVICE' | 'INFOGRAPHIC', title: string, publishedAt = getTimeFromNow(-3_600)) {
  return site.database.db.transaction((db) => makeEntry({ db }, type, { publishedAt, text: { title } }));
}

const makeService = (title: string, publishedAt?: Date) => make('SERVICE', title, publishedAt);

async function edit(id: number, title: string): Promise<string> {
  const { version, content } = await studio.call('openEntry', { id });
  return (await studio.call('saveDraft', { id, version, content: { ...content, title } })).version;
}

it('the preview of a draft is the page that visitors get after publishing, but for scripts and the addresses of links', async () => {
  const { id, slug } = await makeService('Before');
  const version = await edit(id, 'Kookaburra');
  const paths = [`/what-we-do/${slug}`, '/what-we-do', '/search?q=Kookaburra'];
  const shown = new Map<string, string>();
  for (const path of paths) shown.set(path, await (await fetchPreview({ entry: String(id), path })).text());
  await studio.call('publishEntry', { id, version });
  for (const path of paths) {
    const html = await waitForText(path, 'Kookaburra');
    const expected = toPreviewPage(
      html,
      new URL(path, site.address),
      { kept: { entry: String(id) }, theme: undefined },
      '',
    );
    expect(shown.get(path)).toBe(expected);
  }
});

it('an earlier version is shown as a page, with what differs from another version marked', async () => {
  const { id, revisionId } = await makeService('Before');
  const version = await edit(id, 'Kookaburra');
  const published = `revision-${revisionId}`;
  const readPreview = (input: Record<string, string>) =>
    fetchPreview({ entry: String(id), ...input }).then((page) => page.text());
  expect(await readPreview({ version: published, after: version })).toMatch(
    /<h1[^>]*><del class="preview-change">Before<\/del><\/h1>/,
  );
  const after = await readPreview({ version, before: published });
  expect(after).toMatch(/<h1[^>]*><ins class="preview-change">Kookaburra<\/ins><\/h1>/);
  const marked = [...after.matchAll(/<ins class="preview-change">(.*?)<.ins>/gs)];
  expect(marked.filter(([text]) => !text.includes('Kookaburra'))).toEqual([]);
  const other = await makeService('Another');
  const foreign = await fetchPreview({ entry: String(id), version: `revision-${other.revisionId}` });
  expect(foreign.status).toBe(404);
});

it('the site as of a moment is shown with its moment, runs no script, and is neither stored, indexed nor cached', async () => {
  const { id, slug } = await makeService('The first title');
  const { rows } = await site.database.pool.query('select clock_timestamp() as now');
  await studio.call('publishEntry', { id, version: await edit(id, 'The second title') });
  const answer = await fetchPreview({ path: `/what-we-do/${slug}`, at: new Date(rows[0].now).toISOString() });
  const html = await answer.text();
  expect(html).toMatch(/<h1[^>]*>The first title<\/h1>/);
  expect(html).toMatch(/<aside class="preview-bar".*The site as of \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/London, GMT/s);
  expect(html).not.toContain('<script');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toMatch(/script-src 'none'.*form-action 'none'.*sandbox allow-same-origin/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(await waitForText(`/what-we-do/${slug}`, 'The second title')).toContain('<script');
});

it('links of a preview stay in it with the same moment, draft and theme, and lead elsewhere in a window of their own', async () => {
  const { id, slug } = await make('INFOGRAPHIC', 'A title');
  const at = '2090-06-01T09:00';
  const html = await (await fetchPreview({ entry: String(id), at, theme: 'dark' })).text();
  const kept = `entry=${id}&amp;at=2090-06-01T08%3A00%3A00.000Z&amp;theme=dark`;
  expect(html).toContain(`href="/studio/preview?path=%2Finfographics&amp;${kept}"`);
  expect(html).toContain(`href="/studio/preview/drawings/chart/INFOGRAPHIC/${slug}/0.png?${kept}"`);
  expect(html).toMatch(
    /^<!doctype html><html data-theme="dark" data-preview="page" lang="en-GB" data-look="drawn-to-scale">/,
  );
  const links = [...removeBar(html).matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)];
  expect(links.length).toBeGreaterThan(15);
  for (const [tag, href = ''] of links)
    if (/^https?:/.test(href)) expect(tag).toContain('target="_blank" rel="noopener noreferrer"');
    else expect(href).toMatch(/^(?:#|mailto:|tel:|\/feed\.|\/api\/docs|\/studio\/preview[?/])/);
});

it('a former address leads to the entry inside the preview', async () => {
  const { id, slug } = await makeService('A title');
  const { entry } = await studio.call('openEntry', { id });
  await studio.call('renameEntry', { id, version: entry.version, slug: 'its-new-name' });
  const at = getTimeFromNow(60).toISOString();
  const answer = await fetchPreview({ path: `/what-we-do/${slug}`, at });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(
    `/studio/preview?${new URLSearchParams({ path: '/what-we-do/its-new-name', at })}`,
  );
});

it('a draft and a moment are shown together', async () => {
  const { id, slug } = await makeService('Long published', getTimeFromNow(-86_400));
  await edit(id, 'The draft');
  await makeService('Scheduled', getTimeFromNow(3_600));
  for (const seconds of [-7_200, 7_200]) {
    const at = getTimeFromNow(seconds).toISOString();
    expect(await (await fetchPreview({ entry: String(id), at })).text()).toMatch(/<h1[^>]*>The draft<\/h1>/);
    const list = await (await fetchPreview({ entry: String(id), at, path: '/what-we-do' })).text();
    expect([list.includes('The draft'), list.includes('Scheduled')]).toEqual([true, seconds > 0]);
  }
  expect(await (await visit(`/what-we-do/${slug}`)).text()).toContain('Long published');
});

it('drawings and social images are those of the draft and of the moment, and are not stored', async () => {
  const { id, slug } = await make('INFOGRAPHIC', 'A sheet');
  const chart = `/drawings/chart/INFOGRAPHIC/${slug}/0.svg`;
  const image = `/social-images/INFOGRAPHIC/${slug}.png`;
  const { version, content } = await studio.call('openEntry', { id });
  const fields = JSON.parse(JSON.stringify(content.fields).replace('"a"', '"Redrawn"'));
  await studio.call('saveDraft', { id, version, content: { ...content, fields, title: 'Redrawn' } });
  const drawn = await fetchPreview({ entry: String(id) }, `/studio/preview${chart}`);
  expect([drawn.headers.get('content-type'), drawn.headers.get('cache-control')]).toEqual([
    'image/svg+xml',
    'no-store',
  ]);
  expect(await drawn.text()).not.toBe(await (await visit(chart)).text());
  const [ofDraft, ofVisitors] = await Promise.all(
    [await fetchPreview({ entry: String(id) }, `/studio/preview${image}`), await visit(image)].map((each) =>
      each.bytes(),
    ),
  );
  expect(ofDraft?.length).toBeGreaterThan(5_000);
  expect(ofDraft).not.toEqual(ofVisitors);
  expect((await fetchPreview({ at: getTimeFromNow(-86_400).toISOString() }, `/studio/preview${chart}`)).status).toBe(
    404,
  );
  expect((await fetchPreview({}, `/studio/preview${chart}`, null)).status).toBe(401);
});

it('a page is shown without its incomplete sections, and says what they lack', async () => {
  const { id } = await studio.call('createEntry', { type: 'PAGE', title: 'How we grow' });
  const { version, content } = await studio.call('openEntry', { id });
  const sections = [
    { id: 'soil', kind: 'text', title: 'Our soil', text: 'Chalk, and much of it.' },
    { id: 'year', kind: 'steps', title: 'Through the year', steps: [{ title: 'We prune', text: '' }] },
    { id: 'said', kind: 'quotes', quotes: [] },
    { id: 'soil', kind: 'text', title: 'The same soil', text: 'More chalk.' },
    { id: 'visit', kind: 'action', title: 'Come and see', actions: [{ label: 'Visit', target: '/contact-us' }] },
  ];
  await studio.call('saveDraft', { id, version, content: { ...content, summary: 'A page', fields: { sections } } });
  const { address } = await studio.call('createShareLink', { id, days: 1, isPinned: false });
  const guest = new URL(address);
  for (const answer of [await fetchPreview({ entry: String(id) }), await visit(guest.pathname + guest.search)]) {
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/Our soil.*Chalk, and much of it\..*Come and see/s);
    expect(html).not.toMatch(/We prune|More chalk/);
    const [bar] = /<aside class="preview-bar".*?<\/aside>/s.exec(html) ?? [];
    expect(bar).toContain('<li>Steps “Through the year”, step 1, text: ');
    expect(bar).toContain('<li>Quotes, section 3, quotes: ');
    expect(bar).toContain('<li>Text “The same soil”, name: another section has the same id</li>');
    expect(bar?.split('<li>').length).toBe(4);
  }
});

it('a preview that cannot be made says why, in a page that the Studio recognises', async () => {
  const { id } = await make('INFOGRAPHIC', 'A sheet');
  const { version, content } = await studio.call('openEntry', { id });
  await studio.call('saveDraft', { id, version, content: { ...content, fields: { sheets: [] } } });
  const unreadable = await makeService('Unreadable');
  const opened = await studio.call('openEntry', { id: unreadable.id });
  const body = `Text\n\n${'*a _b '.repeat(60)}c${'_*'.repeat(60)}`;
  await studio.call('saveDraft', { id: unreadable.id, version: opened.version, content: { ...opened.content, body } });
  for (const [input, session, status, text] of [
    [{ entry: String(id) }, token, 422, 'The preview appears when “Sheets” is complete'],
    [{ entry: String(unreadable.id) }, token, 422, 'In the text, line 3 nests quotes, lists or emphasis'],
    [{ entry: '999999' }, token, 404, 'no such entry'],
    [{ at: '2026-02-30T10:00' }, token, 400, 'no such day or time'],
    [{ at: 'tomorrow' }, token, 400, '2026-12-01T09:00'],
    [{ path: '//elsewhere.test/' }, token, 400, 'path of the site'],
    [{ path: '/\\elsewhere.test/' }, token, 400, 'path of the site'],
    [{ path: '/what-we-do' }, null, 401, 'sign in'],
  ] as const) {
    const answer = await fetchPreview(input, '/studio/preview', session);
    const html = await answer.text();
    expect([input, answer.status]).toEqual([input, status]);
    expect(html.toLowerCase()).toContain(text.toLowerCase());
    expect(html).toContain('data-preview="problem"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});
