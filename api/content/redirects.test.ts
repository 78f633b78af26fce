import { describe, expect, it } from 'vitest';
import { getEntryType } from '../../contract/content/entry-types.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../testing/makers.ts';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { getFailure, makeUser, renameEntry, withdrawEntry } from '../../testing/studio.ts';
import { findRoute } from './redirects.ts';

const { api, editor, call } = await setUpEditorApi('Ada');
const add = (path: string, target: string) => call('addRedirect', { path, target });
const findTarget = async (path: string) => (await findRoute(api.ctx, path))?.target ?? null;
const makePage = (slug: string) => makeEntry(api.ctx, 'PAGE', { slug });

describe('a redirect', () => {
  it('leads to an entry, a fixed page, a list or a category, and says who added it', async () => {
    await makePage('target');
    const { slug } = await makeCategory(api.ctx, 'BLOG');
    expect(await add('/old', '/target')).toMatchObject({ kind: 'EDITOR', leadsTo: '/target', createdBy: 'Ada' });
    await add('/shop/old.html', '/contact-us');
    await add('/news', '/blogs');
    expect([await findTarget('/old'), await findTarget('/shop/old.html'), await findTarget('/news')]).toEqual([
      '/target',
      '/contact-us',
      '/blogs',
    ]);
    expect(await findTarget('/nothing')).toBeNull();
    const category = `${getEntryType('BLOG').categoryPath}${slug}`;
    expect((await add('/old-category', category)).leadsTo).toBe(category);
  });

  it('is added at a path below a category, which is no page, and leads to none', async () => {
    const { slug } = await makeCategory(api.ctx, 'BLOG');
    const path = `${getEntryType('BLOG').categoryPath}${slug}/older`;
    expect((await getFailure(add('/old', path))).fields).toMatchObject([{ path: 'target' }]);
    expect((await add(path, '/about-us')).leadsTo).toBe('/about-us');
  });

  it('is stored in lower case, because every address is asked for in lower case', async () => {
    expect(await add('/Old/Page.HTML', '/About-Us')).toMatchObject({ path: '/old/page.html', leadsTo: '/about-us' });
  });

  it('follows its entry through renames, and is listed as broken and replaced while visitors do not see it', async () => {
    const { id } = await makePage('first');
    await add('/old', '/first');
    await renameEntry(editor.client, id, 'second');
    expect([await findTarget('/old'), await findTarget('/first')]).toEqual(['/second', '/second']);
    await withdrawEntry(editor.client, id);
    expect(await findTarget('/old')).toBeNull();
    // An older release beside this one can store a loop.
    await api.database.pool.query(
      "insert into redirects (path, target) values ('/a', '/b'), ('/b', '/a'), ('/x/*', '/y/*'), ('/y/*', '/x/*')",
    );
    await makePage('older');
    const { items, broken } = await call('redirects', { of: 'BROKEN' });
    expect(items.map(({ path, target, problem, suggestion }) => [path, target, problem, suggestion])).toEqual([
      ['/a', '/b', 'leads in a loop: /a → /b → /a', null],
      ['/b', '/a', 'leads in a loop: /b → /a → /b', null],
      ['/x/*', '/y/*', 'leads in a loop: /x/* → /y/* → /x/*', null],
      ['/y/*', '/x/*', 'leads in a loop: /y/* → /x/* → /y/*', null],
      ['/old', '/second', 'is not a page that visitors see', '/older'],
    ]);
    expect([broken, (await call('brokenLinks', {})).redirects]).toEqual([5, 5]);
    expect((await getFailure(add('/a', '/b'))).fields).toMatchObject([{ path: 'target' }]);
    for (const path of ['/old', '/a', '/x/*'])
      expect(await add(path, '/older')).toMatchObject({ leadsTo: '/older', problem: null });
    expect((await call('redirects', {})).broken).toBe(0);
    expect((await getFailure(add('/old', '/about-us'))).fields).toMatchObject([{ path: 'path' }]);
  });

  it('has one hop, also if its target is redirected before or afterwards', async () => {
    const { id } = await makePage('first');
    await makePage('second');
    await add('/a', '/first');
    expect(await add('/b', '/a')).toMatchObject({ leadsTo: '/first', target: '/first' });
    await withdrawEntry(editor.client, id);
    await add('/first', '/second');
    expect([await findTarget('/a'), await findTarget('/b'), await findTarget('/first')]).toEqual([
      '/second',
      '/second',
      '/second',
    ]);
  });

  it('leads in no loop', async () => {
    const [first, second] = [await makePage('first'), await makePage('second')];
    await withdrawEntry(editor.client, first.id);
    await add('/first', '/second');
    await withdrawEntry(editor.client, second.id);
    // Nothing is shown at either of the two.
    expect((await getFailure(add('/second', '/first'))).fields).toMatchObject([{ path: 'target' }]);
    await makePage('third');
    await add('/second', '/third');
    expect(await findTarget('/first')).toBe('/third');
  });

  it('leads on all addresses below a path, keeps the rest of them, and gives way to a longer or an exact one', async () => {
    const entry = await makeEntry(api.ctx, 'BLOG', { slug: 'frost' });
    await makeEntry(api.ctx, 'BLOG', { slug: 'thaw' });
    expect(await add('/old-blog/*', '/blog/*')).toMatchObject({ path: '/old-blog/*', leadsTo: '/blog/*' });
    await add('/old-blog/2019/*', '/blog/*');
    await add('/old-blog/shop/*', '/contact-us');
    await add('/old-blog/ice', '/blog/thaw');
    await renameEntry(editor.client, entry.id, 'hoar-frost');
    const paths = ['frost', '2019/frost', 'shop/a/b', 'ice', 'nothing', 'frost/more'].map(
      (rest) => `/old-blog/${rest}`,
    );
    expect(await Promise.all([...paths, '/old-blog'].map(findTarget))).toEqual([
      '/blog/hoar-frost',
      '/blog/hoar-frost',
      '/contact-us',
      '/blog/thaw',
      null,
      null,
      null,
    ]);
    // The target of a target is stored.
    expect(await add('/older-blog/*', '/old-blog/*')).toMatchObject({ leadsTo: '/blog/*' });
    expect(await findTarget(`/${'a/'.repeat(4_000)}b`)).toBeNull();
  });

  it('is refused with the addresses of the loop in which it would lead', async () => {
    const loop = async (path: string, target: string) =>
      (await getFailure(add(path, target))).fields.map(({ message }) => message);
    await add('/a/*', '/blog/*');
    expect(await loop('/blog/*', '/a/*')).toEqual(['leads in a loop: /blog/* → /a/* → /blog/*']);
    await makePage('here');
    await add('/apps/there', '/here');
    await makePage('gone').then(({ id }) => withdrawEntry(editor.client, id));
    await withdrawEntry(editor.client, (await call('listContent', { q: 'here' })).items[0]?.id ?? 0);
    expect(await loop('/here', '/apps/there')).toEqual(['leads in a loop: /here → /apps/there → /here']);
    // An exact redirect and one with an asterisk.
    const tool = await makeEntry(api.ctx, 'APP', { slug: 'tool' });
    await add('/microservices/tool', '/apps/tool');
    await withdrawEntry(editor.client, tool.id);
    expect(await loop('/apps/*', '/microservices/*')).toEqual([
      'leads in a loop: /microservices/tool → /apps/tool → /microservices/tool',
    ]);
    await add('/microservices/*', '/apps/*');
    expect(await loop('/apps/x', '/microservices/x')).toEqual([
      'leads in a loop: /apps/x → /microservices/x → /apps/x',
    ]);
    // Each address leads to a longer one.
    expect(await loop('/long/*', '/long/er/*')).toEqual(['leads in a loop: /long/* → /long/er/* → /long/er/er/* → …']);
    for (const [path, target, message] of [
      ['/*', '/blog/*', 'would lead away from every address; name a path before the asterisk'],
      ['/api/*', '/blog/*', 'is an address of the site itself'],
      ['/b', '/blog/*', 'has an asterisk, so the address that leads there needs one too'],
      ['/b/*', '/blog/deep/*', 'has no pages directly below it'],
      ['/b', '/apps/there', 'leads on to /here, which visitors do not see'],
    ] as const)
      expect(await loop(path, target), path).toEqual([message]);
  });

  it('is not added over a page, an address of the site, another redirect or a former address', async () => {
    const { id } = await makePage('first');
    await makeEntry(api.ctx, 'PAGE', { slug: 'later', publishedAt: getTimeFromNow(3_600) });
    await renameEntry(editor.client, id, 'second');
    await add('/old', '/second');
    for (const path of [
      '/second',
      '/contact-us',
      '/blogs',
      '/api/entries',
      '/studio',
      '/sitemap.xml',
      '/feed.atom',
      '/blogs/feed.atom',
      '/site.webmanifest',
      '/icon-192.png',
      '/blog',
      '/home',
      '/old',
      '/first',
    ])
      expect((await getFailure(add(path, '/about-us'))).fields, path).toMatchObject([{ path: 'path' }]);
    for (const target of ['/nothing', '/later', '/new'])
      expect((await getFailure(add('/new', target))).fields, target).toMatchObject([{ path: 'target' }]);
    for (const path of ['//evil.example', '/a/../b', '/a?b', 'a', '/a\\b'])
      expect((await getFailure(add(path, '/about-us'))).status, path).toBe(400);
  });

  it('is hidden while a page is at its address, and after the page was renamed', async () => {
    const { id } = await makePage('first');
    await withdrawEntry(editor.client, id);
    await add('/first', '/about-us');
    await withdrawEntry(editor.client, id, false);
    const { items } = await call('redirects', {});
    expect(items).toMatchObject([{ path: '/first', isOverridden: true }]);
    await renameEntry(editor.client, id, 'second');
    expect(await findTarget('/first')).toBe('/second');
  });
});

it('redirects are listed with those of renames, searched, and deleted', async () => {
  const { id } = await makePage('first');
  await renameEntry(editor.client, id, 'second');
  await add('/old', '/second');
  const { items, total } = await call('redirects', {});
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { path: '/old', kind: 'EDITOR', leadsTo: '/second', createdBy: 'Ada' },
    { path: '/first', kind: 'RENAME', leadsTo: '/second', createdBy: 'Ada' },
  ]);
  expect((await call('redirects', { q: 'FIR' })).items).toMatchObject([{ path: '/first' }]);
  // Redirects were not always stored in lower case.
  await api.database.pool.query("insert into redirects (path, target) values ('/OLD', '/second')");
  for (const path of ['/old', '/OLD', '/first']) await call('removeRedirect', { path });
  expect((await call('redirects', {})).total).toBe(0);
  expect((await getFailure(call('removeRedirect', { path: '/old' }))).code).toBe('not_found');
  const author = await makeUser(api.ctx, 'AUTHOR');
  const refused = author.client.call('addRedirect', { path: '/old', target: '/second' });
  expect((await getFailure(refused)).code).toBe('forbidden');
});
