import { expect, it } from 'vitest';
import { isAnsweredWithoutPage } from '../../api/content/redirects.ts';
import { publishSettingFields } from '../../api/content/settings.ts';
import { positions } from '../../api/db/tables.ts';
import { createMenus } from '../../contract/content/default-menus.ts';
import { isReservedPageSlug } from '../../contract/content/page-slugs.ts';
import { builtInRedirects, formPaths } from '../../contract/content/site-paths.ts';
import { makeCategory, makeEntry, makeInterest, makeMember, makePersona, sampleFields } from '../../testing/makers.ts';
import { setUpSite } from '../../testing/test-site.ts';

// Pages that an editor adds as a file: entries of the type PAGE without a row in the URL table.

const site = await setUpSite();

const visit = (path: string) => fetch(site.address + path, { redirect: 'manual' });

it('a page entry is served at /{slug}, and is in the sitemap and in search', async () => {
  const text = { title: 'Imprint of the company', summary: 'Who answers for this site', fields: { lede: 'A lede.' } };
  await makeEntry(site.database, 'PAGE', { slug: 'imprint', text });
  const answer = await visit('/imprint');
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Imprint of the company<\/h1>/);
  expect(html).toContain('A lede.');
  expect(html).toContain(`<link rel="canonical" href="${site.address}/imprint"/>`);
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${site.address}/imprint</loc>`);
  const found = (await (await visit('/api/search/list?q=imprint')).json()) as {
    items: { type: string; slug: string }[];
  };
  expect(found.items).toMatchObject([{ type: 'PAGE', slug: 'imprint' }]);
});

/** Returns the HTML of a page without classes and the attribute `tabindex`. */
const read = async (path: string) => (await (await visit(path)).text()).replace(/ (?:class|tabindex)="[^"]*"/g, '');

it('names and texts have their own direction', async () => {
  const text = { title: 'שלום עולם', summary: 'مرحبا بالعالم', body: 'עברית\n\nLatin\n' };
  await makeEntry(site.database, 'BLOG', { slug: 'hebrew', text });
  const page = await read('/blog/hebrew');
  for (const part of [
    '<h1 dir="auto">שלום עולם</h1>',
    '<p dir="auto">مرحبا بالعالم</p>',
    '<p dir="auto">עברית</p>\n<p>Latin</p>',
    '<li dir="auto"><span aria-current="page">שלום עולם</span></li>',
  ])
    expect(page).toContain(part);
  const list = await read('/blogs');
  expect(list).toMatch(/<h2 dir="auto"><a [^>]*>שלום עולם<\/a><\/h2><p dir="auto">مرحبا/);
  await makeEntry(site.database, 'PAGE', { slug: 'contact-us' });
  expect(await read('/contact-us')).toMatch(/<textarea id="field-message"[^>]* dir="auto"/);
});

it('menus, categories, authors and the cells of tables have their own direction', async () => {
  const { database } = site;
  const author = await makeMember(database, { name: 'דנה', role: 'מהנדסת' });
  const category = await makeCategory(database, 'BLOG', { name: 'רשתות' });
  await makeEntry(database, 'BLOG', { slug: 'by-dana', categoryId: category.id, text: { authorId: author.id } });
  await makeEntry(database, 'PAGE', { slug: 'press-rtl', text: { title: 'עיתונות' } });
  await publishSettingFields(database, 'menus', createMenus(['/press-rtl'], []));
  const article = await read('/blog/by-dana');
  expect(article).toContain('<span> · <bdi>מהנדסת</bdi></span>');
  expect(article.match(/<a dir="auto" href="\/press-rtl"[^>]*>עיתונות<\/a>/g)).toHaveLength(3);
  expect(await read('/blogs')).toContain(`dir="auto" href="/blog-category/${category.slug}">רשתות<span><span>, `);
  expect(await read(`/blog-category/${category.slug}`)).toMatch(/<h1 dir="auto">רשתות</);

  const plan = {
    audience: 'לעסקים',
    highlights: ['מהיר'],
    limits: [{ group: 'רשת', name: 'נפח', value: 'ללא (הגבלה)' }],
  };
  const fields = { ...sampleFields.PLAN, ...plan };
  await makeEntry(database, 'PLAN', { slug: 'plan-rtl', text: { title: 'בסיס', fields } });
  const limits = await read('/our-plans/plan-rtl');
  for (const part of [
    '<th scope="rowgroup" colSpan="2" dir="auto">רשת</th>',
    '<tr><th scope="row" dir="auto">נפח</th><td dir="auto">ללא (הגבלה)</td></tr>',
    'Start with <bdi>בסיס</bdi></a>',
    '<p>About <strong dir="auto">בסיס</strong></p>',
  ])
    expect(limits).toContain(part);
  const comparison = await read('/our-plans');
  for (const part of [
    '<td dir="auto">לעסקים</td>',
    '<th scope="row" dir="auto">נפח</th>',
    '<td dir="auto">ללא (הגבלה)</td>',
  ])
    expect(comparison).toContain(part);

  const service = {
    ...sampleFields.MICROSERVICE,
    endpoints: [{ method: 'GET', path: '/v1', purpose: 'קורא נתונים' }],
    limits: [{ name: 'קצב', value: '10 בשנייה' }],
  };
  await makeEntry(database, 'MICROSERVICE', { slug: 'service-rtl', text: { fields: service } });
  const interfacePage = await read('/microservices/service-rtl');
  for (const part of ['<td dir="auto">קורא נתונים</td>', '<dt dir="auto">קצב</dt><dd dir="auto">10 בשנייה</dd>'])
    expect(interfacePage).toContain(part);
});

it('a redirect of an editor leads on in one step, with the query, and nowhere once it is deleted', async () => {
  const { database } = site;
  await database.pool.query("insert into redirects (path, target) values ('/moved/here.html', '/about-us')");
  const answer = await visit('/moved/here.html?a=1');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/about-us?a=1']);
  await database.pool.query("delete from redirects where path = '/moved/here.html'");
  expect((await visit('/moved/here.html')).status).toBe(404);
});

it('a former slug of a page entry and the built-in addresses redirect once', async () => {
  await makeEntry(site.database, 'PAGE', { slug: 'press', formerSlugs: ['newsroom'] });
  const redirects: [string, string][] = [
    ['/newsroom?a=1', '/press?a=1'],
    ['/blog?a=1', '/blogs?a=1'],
    ...Object.entries(builtInRedirects),
  ];
  for (const [from, to] of redirects) {
    const answer = await visit(from);
    expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 308, to]);
  }
});

it('a page entry is 404 as a draft and 410 after it was withdrawn', async () => {
  await makeEntry(site.database, 'PAGE', { slug: 'soon', publishedAt: null });
  await makeEntry(site.database, 'PAGE', { slug: 'over', withdrawnAt: new Date(Date.now() - 1000) });
  expect((await visit('/soon')).status).toBe(404);
  expect((await visit('/over')).status).toBe(410);
});

it('a page entry never replaces another address of the site', async () => {
  await makeEntry(site.database, 'APP', { slug: 'tool', text: { title: 'The tool' } });
  for (const slug of ['apps', 'blogs', 'search', 'healthz'])
    await makeEntry(site.database, 'PAGE', { slug, text: { title: 'Shadow' } });
  for (const path of ['/apps', '/blogs', '/search', '/healthz'])
    expect(await (await visit(path)).text(), path).not.toContain('Shadow</h1>');
  const apps = await visit('/apps');
  expect(apps.status).toBe(404);
  expect(await apps.text()).toContain('href="/apps/tool"');
});

it('a page entry is in the menus that name it, on every page, under its present title, until it is withdrawn', async () => {
  const createText = (title: string) => ({ title, summary: 'Summary.', fields: {} });
  const inMenu = await makeEntry(site.database, 'PAGE', { slug: 'references', text: createText('Our references') });
  await makeEntry(site.database, 'PAGE', { slug: 'small-print', text: createText('The small print') });
  await publishSettingFields(site.database, 'menus', createMenus(['/references'], ['/small-print']));
  const listLinks = async (path: string) => (await (await visit(path)).text()).match(/<a [^>]*href="\/[^"]*"/g) ?? [];
  const countLinks = async (path: string, to: string) =>
    (await listLinks(path)).filter((link) => link.includes(`href="${to}"`)).length;
  // The header has two menus: for wide and for narrow windows.
  for (const path of ['/blogs', '/no-such-page']) {
    await expect.poll(() => countLinks(path, '/references')).toBe(3);
    expect([path, await countLinks(path, '/small-print')]).toEqual([path, 1]);
  }
  expect(await countLinks('/search?q=our+references', '/references')).toBe(4);
  await site.database.pool.query("update revisions set title = 'Who trusts us' where entry_id = $1", [inMenu.id]);
  await site.database.pool.query('update entries set position = position + 1 where id = $1', [inMenu.id]);
  await expect.poll(async () => (await visit('/blogs')).text()).toContain('>Who trusts us</a>');
  await site.database.pool.query('update entries set withdrawn_at = now() where id = $1', [inMenu.id]);
  await expect.poll(() => countLinks('/blogs', '/references')).toBe(0);
});

it('a redirect cannot be at the address of a file that the server answers', () => {
  const names = [...site.routes.matchAll(/^ {4}[├└]── ([a-z0-9-]+\.[a-z]+)(?= )/gm)];
  const files = names.map(([, name = '']) => `/${name}`);
  expect(files).toEqual(expect.arrayContaining(['/feed.xml', '/feed.atom', '/icon.svg', '/social-image.png']));
  expect(files.filter((file) => !isAnsweredWithoutPage(file))).toEqual([]);
});

it('a page entry cannot have a slug that another route of the server uses', () => {
  const parts = [...site.routes.matchAll(/^ {4}[├└]── ([a-z0-9-]+)(?=[/ ])/gm)].map(([, part = '']) => part);
  expect(parts).toEqual(expect.arrayContaining(['api', 'media', 'healthz']));
  // Pages with a form have a separate POST route, and also show an entry.
  const others = parts.filter((part) => !formPaths.includes(`/${part}`));
  expect(others.filter((part) => !isReservedPageSlug(part))).toEqual([]);
});

it('an address that names a merged position, persona or interest leads to the one that remains', async () => {
  const { database } = site;
  const common = { tone: 'plain', shown: true };
  const sections = ['people', 'picks'].map((kind, index) => ({ id: `section-${index}`, kind, ...common }));
  await makeEntry(database, 'PAGE', { slug: 'crew', text: { fields: { sections } } });
  const { positionId } = await makeMember(database, { positionSlug: 'growing' });
  const gone = { slug: 'gone', enabled: false };
  await database.db.insert(positions).values({ ...gone, label: 'Gone', mergedIntoId: positionId });
  const persona = await makePersona(database);
  await makePersona(database, { ...gone, mergedIntoId: persona.id });
  const interest = await makeInterest(database);
  await makeInterest(database, { ...gone, mergedIntoId: interest.id });
  const remaining = { position: 'growing', persona: persona.slug, interest: interest.slug };
  for (const [name, slug] of Object.entries(remaining)) {
    const { status, headers } = await visit(`/crew?pathName=%2Fblogs&${name}=gone`);
    expect([status, headers.get('location')]).toEqual([308, `/crew?pathName=%2Fblogs&${name}=${slug}`]);
    expect((await visit(`/crew?${name}=${slug}`)).status).toBe(200);
  }
  expect((await visit('/crew?position=never')).status).toBe(404);
});
