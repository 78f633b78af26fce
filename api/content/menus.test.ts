import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createMenus } from '../../contract/content/default-menus.ts';
import { type MenuSettings, menuSettings } from '../../contract/content/menu-schemas.ts';
import { settingRows } from '../../contract/content/settings.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../testing/makers.ts';
import { listImportProblems, setUpContentFolder, setUpEditorApi } from '../../testing/set-up.ts';
import { revisions, sharedValues } from '../db/index.ts';
import { storeFormerMenus } from './former-menus.ts';
import { importContent } from './import-export/import.ts';
import { publishSettingFields, readPublishedSettings } from './settings.ts';

const { api, call } = await setUpEditorApi();
const folder = setUpContentFolder();

const noMenus: MenuSettings = { header: [], footer: [], legal: [] };
const link = (to: string, label?: string) => ({ kind: 'link' as const, to, ...(label ? { label } : {}) });
const readMenus = async () => (await api.get('/api/settings')).body.menus;
const publish = (header: MenuSettings['header']) => publishSettingFields(api.ctx, 'menus', { ...noMenus, header });
const makeText = (title: string) => ({ text: { title } });

async function makeDraft(header: unknown) {
  const { id } = await call('createEntry', { type: 'SETTING', title: 'Menus', slug: 'menus' });
  const { version, content } = await call('openEntry', { id });
  const fields = { ...content.fields, ...noMenus, action: undefined, header };
  return call('saveDraft', { id, version, content: { ...content, fields } }).then(({ version: saved }) => ({
    id,
    version: saved,
  }));
}

describe('menus', () => {
  it('show the titles of entries and categories, the headings of lists, and their own labels', async () => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'mill', ...makeText('The mill') });
    const category = await makeCategory(api.ctx, 'BLOG', { name: 'Flour' });
    const path = `/blog-category/${category.slug}`;
    await publish([
      { kind: 'group', label: 'Read', items: [{ to: '/blogs' }, { to: path }, { to: '/microservices#apps' }] },
      link('/mill'),
      link('/mill#s-stones', 'The stones'),
      link('https://shop.example/', 'Shop'),
      link('/feed.xml', 'Feed'),
      link('careers'),
    ]);
    expect(await readMenus()).toEqual({
      header: [
        {
          label: 'Read',
          items: [
            { to: '/blogs', label: 'Blogs' },
            { to: path, label: 'Flour' },
            { to: '/microservices#apps', label: 'Apps' },
          ],
        },
        { to: '/mill', label: 'The mill' },
        { to: '/mill#s-stones', label: 'The stones' },
        { to: 'https://shop.example/', label: 'Shop' },
        { to: '/feed.xml', label: 'Feed' },
        { to: 'careers', label: 'Careers' },
      ],
      action: null,
      footer: [],
      legal: [],
      reads: ['PAGE', 'categories'],
    });
  });

  it('leave out what is not shown, with its group, and say that its type is read', async () => {
    await makeEntry(api.ctx, 'BLOG', { slug: 'draft', publishedAt: null });
    await publish([{ kind: 'group', label: 'Later', items: [{ to: '/blog/draft', label: 'Soon' }] }, link('/nothing')]);
    expect(await readMenus()).toMatchObject({ header: [], reads: ['BLOG', 'PAGE'] });
  });

  it('know the titles of their targets, and which of them visitors do not see', async () => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'mill', ...makeText('The mill') });
    await makeEntry(api.ctx, 'BLOG', { slug: 'soon', publishedAt: null });
    const category = await makeCategory(api.ctx, 'BLOG', { name: 'Flour' });
    const path = `/blog-category/${category.slug}`;
    const paths = ['/mill#stones', '/blogs', path, 'careers', 'https://shop.example/', '/blog/soon', '/nothing'];
    const { items } = await call('describeTargets', { paths });
    expect(items.map(({ title }) => title).slice(0, 5)).toEqual(['The mill', 'Blogs', 'Flour', 'Careers', null]);
    expect(items.map(({ problem }) => problem)).toEqual([
      ...[null, null, null, null, null],
      'is a draft',
      'is not a page of this site',
    ]);
  });

  it('find their targets by the names of entries, lists, categories and sections of pages', async () => {
    const sections = [{ id: 'a1', kind: 'text', title: 'The millstones', anchor: 'stones', text: 'Hard.' }];
    await makeEntry(api.ctx, 'PAGE', { slug: 'mill', text: { title: 'The mill', fields: { sections } } });
    await makeEntry(api.ctx, 'PAGE', {
      slug: 'old',
      withdrawnAt: getTimeFromNow(-1),
      text: { title: 'A mill', fields: { sections } },
    });
    await call('createEntry', { type: 'BLOG', title: 'Our millwork', slug: 'millwork' });
    await makeCategory(api.ctx, 'BLOG', { name: 'Mills', slug: 'mills' });
    const find = async (q: string) => (await call('findTargets', { q })).items;
    const withdrawn = expect.stringContaining('has been withdrawn since');
    expect(await find('mill')).toEqual([
      { kind: 'ENTRY', type: 'PAGE', title: 'A mill', path: '/old', problem: withdrawn },
      { kind: 'ENTRY', type: 'PAGE', title: 'The mill', path: '/mill' },
      { kind: 'ENTRY', type: 'BLOG', title: 'Our millwork', path: '/blog/millwork', problem: 'is a draft' },
      { kind: 'CATEGORY', type: 'BLOG', title: 'Mills', path: '/blog-category/mills' },
      { kind: 'SECTION', type: 'PAGE', title: 'The millstones', page: 'The mill', path: '/mill#stones' },
    ]);
    expect(await find('micros')).toEqual([
      { kind: 'LIST', type: 'MICROSERVICE', title: 'Microservices', path: '/microservices' },
    ]);
  });

  it('are neutral by default: lists, contact, consultation, privacy and terms', async () => {
    expect(await readMenus()).toMatchObject({ action: null, legal: [{ to: '/api/docs' }] });
    for (const slug of ['contact-us', 'book-a-free-consultation', 'privacy-policy', 'terms-of-service'])
      await makeEntry(api.ctx, 'PAGE', { slug });
    const { header, action, legal } = await readMenus();
    expect(header.map(({ label }: { label: string }) => label)).toEqual(['Work', 'Read', 'Company']);
    expect(header[2].items.map(({ to }: { to: string }) => to)).toEqual(['/contact-us', 'careers']);
    expect(action).toMatchObject({ to: '/book-a-free-consultation' });
    expect(legal).toHaveLength(4);
    expect(menuSettings.safeParse(settingRows.menus.defaults).success).toBe(true);
  });

  it('follow a target through renames, and are among the links to it', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'mill', ...makeText('The mill') });
    await publish([{ kind: 'group', label: 'Us', items: [{ to: '/mill#s-stones' }] }, link('/mill')]);
    expect((await call('checkEntry', { id })).linkedFrom).toMatchObject([{ title: 'Menus' }]);
    const { entry } = await call('openEntry', { id });
    await call('renameEntry', { id, version: entry.version, slug: 'windmill' });
    expect((await readPublishedSettings(api.ctx)).menus.header).toEqual([
      { kind: 'group', label: 'Us', items: [{ to: '/windmill#s-stones' }] },
      link('/windmill'),
    ]);
  });

  it.each([
    ['a draft', { publishedAt: null }, 'is a draft'],
    ['a page that was withdrawn', { withdrawnAt: new Date(Date.now() - 1_000) }, 'has been withdrawn since'],
    ['a page that appears later', { publishedAt: new Date('2099-01-01') }, 'is scheduled for 1 Jan 2099'],
  ])('are not published with %s, which is named', async (_name, times, reason) => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'hidden', ...times });
    const draft = await makeDraft([link('/blogs'), { kind: 'group', label: 'Us', items: [{ to: '/hidden' }] }]);
    expect((await call('checkEntry', { id: draft.id })).problems).toEqual([
      {
        path: 'fields.header.1.items.0.to',
        line: null,
        message: expect.stringContaining(`links to /hidden, which ${reason}`),
      },
    ]);
    await expect(call('publishEntry', draft)).rejects.toMatchObject({ status: 422 });
  });

  const group = { kind: 'group', label: 'Us', items: [{ to: '/blogs' }] };
  it.each([
    ['100 items', Array.from({ length: 100 }, () => link('/blogs')), 'header', 'must have at most 8 items'],
    [
      '13 items in a group',
      [{ ...group, items: Array(13).fill({ to: '/blogs' }) }],
      'header.0.items',
      'at most 12 items',
    ],
    ['an empty group', [{ ...group, items: [] }], 'header.0.items', 'must have at least one item'],
    [
      'nine links side by side',
      [link('/blogs'), { ...group, inline: true, items: Array(8).fill({ to: '/blogs' }) }],
      'header',
      'side by side',
    ],
    ['a group in a group', [{ ...group, items: [group] }], 'header.0.items.0', 'a group cannot be in another group'],
    ['an empty label', [{ ...link('/blogs'), label: ' ' }], 'header.0.label', 'must not be empty'],
    ['a label on two lines', [link('/blogs', 'a\nb')], 'header.0.label', 'must be on one line'],
    ['an address without a label', [link('https://shop.example')], 'header.0.label', 'is required'],
    ['a page of code without a label', [link('/search')], 'header.0.label', 'is required'],
    ['a script', [link('javascript:alert(1)', 'Go')], 'header.0.to', 'must be a path of this site'],
    ['a page that does not exist', [link('/nothing')], 'header.0.to', 'is not a page of this site'],
    ['an unknown kind', [{ kind: 'menu' }], 'header.0.kind', 'must be link or group'],
  ])('are refused with %s', async (_name, header, path, message) => {
    const draft = await makeDraft(header);
    const { problems } = await call('checkEntry', { id: draft.id });
    expect(problems).toContainEqual({ path: `fields.${path}`, line: null, message: expect.stringContaining(message) });
    await expect(call('publishEntry', draft)).rejects.toMatchObject({ status: 422 });
    expect((await readMenus()).header).not.toEqual(header);
  });

  it('with 10,000 items are refused: as a draft by the size of its fields, as a file by their number', async () => {
    await expect(makeDraft(Array(10_000).fill(link('/blogs')))).rejects.toMatchObject({
      status: 400,
      fields: [{ path: 'content.fields', message: 'is too long' }],
    });
    const items = '  - kind: link\n    to: /blogs\n'.repeat(10_000);
    await folder.write('settings/menus.yaml', `header:\n${items}footer: []\nlegal: []\n`);
    expect(await listImportProblems(api.ctx, folder.path)).toEqual([
      { file: 'settings/menus.yaml', line: 2, field: 'header', message: 'must have at most 8 items' },
    ]);
  });

  it('of a file are refused with the line of the item', async () => {
    await folder.write(
      'settings/menus.yaml',
      'header:\n  - kind: link\n    to: /blogs\n  - kind: link\n    to: /blog/draft\nfooter: []\nlegal: []\n',
    );
    expect(await listImportProblems(api.ctx, folder.path)).toEqual([
      {
        file: 'settings/menus.yaml',
        line: 5,
        field: 'header.1.to',
        message: 'links to /blog/draft, which is a draft',
      },
    ]);
  });
});

describe('the menus of an earlier release', () => {
  const old = (slug: string, menu: 'company' | 'footer' | undefined, position: number) =>
    makeEntry(api.ctx, 'PAGE', { slug, position, text: { title: slug, fields: menu ? { menu } : {} } });
  const forget = () => api.ctx.db.delete(sharedValues).where(sql`name = 'menus_from_pages'`);

  it('stay as they were: the pages that were in every menu, and those that named a menu, in their order', async () => {
    await forget();
    await old('trust', 'company', 2);
    await old('cases', 'company', 1);
    await old('imprint', 'footer', 1);
    await old('why-us', undefined, 1);
    await api.ctx.db.update(revisions).set({ schemaVersion: 2 });
    await storeFormerMenus(api.ctx);
    const { menus } = await readPublishedSettings(api.ctx);
    expect(menus).toEqual(createMenus(['/about-us', '/why-us', '/wse-legacy', '/cases', '/trust'], ['/imprint']));
    const { header } = await readMenus();
    expect(header[2].items.map(({ to }: { to: string }) => to)).toEqual(['/why-us', '/cases', '/trust', 'careers']);
  });

  it('lose no page, however many named a menu', async () => {
    await forget();
    for (let number = 0; number < 25; number++) await old(`page-${number}`, 'company', number);
    await storeFormerMenus(api.ctx);
    const { header } = await readMenus();
    const shown = header.flatMap(({ items }: { items: { to: string }[] }) => items.map(({ to }) => to));
    for (let number = 0; number < 25; number++) expect(shown).toContain(`/page-${number}`);
  });

  it('are stored once, and never in an empty database', async () => {
    await forget();
    await storeFormerMenus(api.ctx);
    await old('trust', 'company', 1);
    await storeFormerMenus(api.ctx);
    expect((await readPublishedSettings(api.ctx)).menus).toEqual(settingRows.menus.defaults);
  });

  it('are read from its export, and win over no menus of the site', async () => {
    await folder.write('export.yaml', 'database: a\nschemaVersion: 2\nfiles: {}\nentries: {}\n');
    const page = 'title: Trust\nsummary: Why.\npublished: 2025-01-01T00:00:00Z\n';
    await folder.write('pages/trust.md', `---\n${page}menu: company\n---\n\nText.\n`);
    await importContent(api.ctx, folder.path);
    const { header } = await readMenus();
    expect(header[2].items).toContainEqual({ to: '/trust', label: 'Trust' });
    await publish([link('/trust')]);
    await importContent(api.ctx, folder.path);
    expect((await readMenus()).header).toEqual([{ to: '/trust', label: 'Trust' }]);
  });
});
