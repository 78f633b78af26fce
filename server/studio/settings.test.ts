import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { getThemePicturePath } from '../../contract/studio/paths.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeEntry } from '../../testing/makers.ts';
import { createHttpStudioClient, makeUser } from '../../testing/studio.ts';
import { createSessionHeaders } from '../../testing/studio-api.ts';
import { setUpSite } from '../../testing/test-site.ts';
import { importFormerSettings } from '../database/import-former-settings.ts';
import { readSettings } from '../settings.ts';

const site = await setUpSite();
const { token } = await makeUser(createApiContext(site.database.db, site.dataFolder), 'EDITOR');
const studio = createHttpStudioClient(site.address, token);
beforeEach(async () => {
  await site.database.empty();
  await makeEntry({ db: site.database.db }, 'PAGE', { slug: 'home' });
});

const visit = async (path: string) => (await fetch(site.address + path)).text();

/** The addresses whose documents name the company, each with what it says. */
const named = [
  ['/', '<p class="[^"]*">Orchard Row</p>'],
  ['/blogs', 'Orchard Row'],
  ['/feed.xml', '<title>Orchard Row</title>'],
  ['/site.webmanifest', '"name":\\s*"Orchard Row"'],
] as const;

it('every document names the company within a second of the publication, and the preview of Home before it', async () => {
  for (const [path] of named) expect(await visit(path), path).not.toContain('Orchard Row');
  const { id } = await studio.call('createEntry', { type: 'SETTING', title: 'Company', slug: 'company' });
  const { version, content } = await studio.call('openEntry', { id });
  const fields = { ...content.fields, name: 'Orchard Row', telephone: '+44 1531 496 012' };
  const saved = await studio.call('saveDraft', { id, version, content: { ...content, fields } });
  const preview = await fetch(`${site.address}/studio/preview?entry=${id}`, { headers: createSessionHeaders(token) });
  expect(await preview.text()).toContain('href="tel:+441531496012"');
  expect(await visit('/')).not.toContain('Orchard Row');
  await studio.call('publishEntry', { id, version: saved.version });
  for (const [path, text] of named)
    await vi.waitFor(async () => expect(await visit(path), path).toMatch(new RegExp(text)), { timeout: 1_000 });
  expect(await visit('/')).toContain('"telephone":"+44 1531 496 012"');
});

it('the logo of the company is shown in a theme that usually shows the name alone, unless the look says so', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M0 0h90v30z"/></svg>';
  await studio.uploadPictures([new File([svg], 'row.svg')]);
  const publish = async (slug: string, changed: object) => {
    const { items } = await studio.call('listContent', { type: 'SETTING' });
    const known = items.find((item) => item.slug === slug);
    const { id } = known ?? (await studio.call('createEntry', { type: 'SETTING', title: slug, slug }));
    const { version, content } = await studio.call('openEntry', { id });
    const fields = { ...content.fields, ...changed };
    const saved = await studio.call('saveDraft', { id, version, content: { ...content, fields } });
    await studio.call('publishEntry', { id, version: saved.version });
  };
  const expectRoot = (pattern: RegExp) =>
    vi.waitFor(async () => expect(/<html [^>]*>/.exec(await visit('/'))?.[0]).toMatch(pattern), { timeout: 1_000 });
  await publish('look', { theme: 'broadsheet' });
  await expectRoot(/data-logo="name"/);
  await publish('company', { logo: 'row.svg' });
  await expectRoot(/data-look="broadsheet"(?!.*data-logo)/);
  expect(await visit('/')).toMatch(/<img src="\/media\/row\.svg"[^>]*data-part="brand-mark"/);
  await publish('look', { logo: 'name' });
  await expectRoot(/data-logo="name"/);
});

it('an editor can choose each theme by its picture', async () => {
  const { themes } = await studio.call('choices', {});
  expect(themes.map(({ name }) => name)).toEqual(expect.arrayContaining(['broadsheet', 'drawn-to-scale']));
  for (const { name } of themes) {
    const picture = await fetch(site.address + getThemePicturePath(name));
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBe(960);
  }
  expect((await fetch(site.address + getThemePicturePath('nothing'))).status).toBe(404);
  const { typePairs, structure, colours } = themes[0] ?? { typePairs: [] };
  expect(typePairs.map(({ title }) => title)).toEqual(['Newsreader and Figtree', 'Figtree alone']);
  expect(structure?.logo).toEqual(['name', 'mark-and-name', 'mark']);
  expect(Object.keys(colours?.dark ?? {})).toEqual(['ground', 'ink', 'accent', 'annotation', 'alert']);
});

it('the variables of earlier versions are stored once, and win over the default', async () => {
  const read = async () => (await (await fetch(`${site.address}/api/settings`)).json()).company;
  const environment = readSettings({ SITE_NAME: 'Orchard Row', COMPANY_DETAILS: 'Orchard Row Ltd, no. 1' });
  expect(await importFormerSettings(site.database, environment)).toEqual(['SITE_NAME', 'COMPANY_DETAILS']);
  expect(await read()).toMatchObject({ name: 'Orchard Row', legalDetails: 'Orchard Row Ltd, no. 1' });
  expect(await importFormerSettings(site.database, readSettings({ SITE_NAME: 'Another' }))).toEqual([]);
  expect(await read()).toMatchObject({ name: 'Orchard Row' });
});

it('the page of an entry names all scripts of its screen, so that they load at once', async () => {
  const { id } = await makeEntry({ db: site.database.db }, 'BLOG');
  const page = await fetch(`${site.address}/studio/content/${id}`, { headers: createSessionHeaders(token) });
  const named = [
    ...(await page.text()).matchAll(/rel="modulepreload" href="\/assets\/studio-([a-z-]+)-[\w-]{8}\.js"/g),
  ];
  expect(named.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['react', 'router', 'shell', 'entry-client', 'shared', 'screen']),
  );
});

it('a look is shown by pages, icon, manifest and drawings within a second, without a request more', async () => {
  const before = await visit('/');
  const { id } = await studio.call('createEntry', { type: 'SETTING', title: 'Look', slug: 'look' });
  const { version, content } = await studio.call('openEntry', { id });
  const fields = { setting: 'look', theme: 'broadsheet', colours: { light: { accent: '#0a5a8c' } }, corners: 'round' };
  const saved = await studio.call('saveDraft', { id, version, content: { ...content, fields } });
  const preview = await fetch(`${site.address}/studio/preview?entry=${id}`, { headers: createSessionHeaders(token) });
  expect(await preview.text()).toContain('data-look="broadsheet"');
  expect(await visit('/')).toContain('data-look="drawn-to-scale"');
  await studio.call('publishEntry', { id, version: saved.version });
  for (const [path, text] of [
    ['/', 'data-look="broadsheet" [^>]*data-corners="round"'],
    ['/', '--accent:light-dark\\(#0a5a8c,#f3a0b9\\)'],
    ['/', '<meta name="theme-color" data-theme="light" [^>]*content="#ffffff">'],
    ['/site.webmanifest', '"theme_color":\\s*"#0a5a8c"'],
    ['/icon.svg', 'stroke:#0a5a8c'],
    ['/drawings/plate/PAGE/home.svg', '--accent:#0a5a8c'],
  ] as const)
    await vi.waitFor(async () => expect(await visit(path), path).toMatch(new RegExp(text)), { timeout: 1_000 });
  const after = await visit('/');
  const countRequests = (html: string) =>
    html.match(/<link rel="(?:preload|stylesheet)"|<script type="module"/g)?.length;
  expect(countRequests(after)).toBe(countRequests(before));
  expect(after).toMatch(/as="font" [^>]*newsreader-core/);
  expect(after).not.toMatch(/familjen|martian/i);
});
