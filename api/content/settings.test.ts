import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { completeForms } from '../../contract/content/form-defaults.ts';
import { listDefaults } from '../../contract/content/list-defaults.ts';
import { listedTypes } from '../../contract/content/list-settings.ts';
import { mailTemplates } from '../../contract/content/mail-templates.ts';
import { settingSchemas } from '../../contract/content/setting-schemas.ts';
import { settingRows } from '../../contract/content/settings.ts';
import { createTestClient, getSlugs } from '../../testing/api.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { sampleBodies } from '../../testing/sample-forms.ts';
import { exportToFolder, listImportProblems, setUpContentFolder, setUpEditorApi } from '../../testing/set-up.ts';
import { getFailure } from '../../testing/studio.ts';
import { entries } from '../db/index.ts';
import { importContent } from './import-export/import.ts';
import { ContentError } from './import-export/problems.ts';
import { publishSettingFields } from './settings.ts';

const { api, call } = await setUpEditorApi();
const folder = setUpContentFolder();

const own = { name: 'Orchard Row', claim: 'Fruit trees, pruned and picked.', legalDetails: 'Orchard Row Ltd, no. 1' };
const companyFile = 'settings/company.yaml';
const yaml = 'name: Orchard Row\nclaim: Fruit trees, pruned and picked.\nlegalDetails: Orchard Row Ltd, no. 1\n';

const readPublic = async () => (await api.get('/api/settings')).body.company;

async function makeDraft() {
  const { id } = await call('createEntry', { type: 'SETTING', title: 'Company', slug: 'company' });
  return call('openEntry', { id });
}

describe('a setting', () => {
  it('has its default until a draft of it is published', async () => {
    const { entry, version, content, fieldsSchema } = await makeDraft();
    expect(Object.keys(fieldsSchema.properties as object)).toEqual(Object.keys(settingSchemas.company.shape));
    expect(content.fields).toEqual({ setting: 'company', ...settingRows.company.defaults });
    const saved = await call('saveDraft', {
      id: entry.id,
      version,
      content: { ...content, fields: { ...content.fields, ...own } },
    });
    expect(await readPublic()).toEqual(settingRows.company.defaults);
    const published = (await call('publishEntry', { id: entry.id, version: saved.version })).entry;
    expect(await readPublic()).toEqual(own);
    // Visitors would see what the product was delivered with.
    const [seen, at] = [{ id: entry.id, version: published.version }, getTimeFromNow(60).toISOString()];
    const { items } = await call('planBulkAct', { kind: 'WITHDRAW', entries: [seen] });
    expect(items).toMatchObject([{ willChange: false }]);
    for (const refused of [
      await getFailure(call('withdrawEntry', { ...seen, isWithdrawn: true })),
      await getFailure(call('changeSchedule', { ...seen, kind: 'WITHDRAWAL', at })),
    ])
      expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/^A setting cannot be withdrawn/)]);
  });

  it('is not published with a field that does not fit, or as another setting', async () => {
    const { entry, version, content } = await makeDraft();
    const fields = { ...content.fields, name: '', setting: 'menus' };
    const saved = await call('saveDraft', { id: entry.id, version, content: { ...content, fields } });
    const { problems } = await call('checkEntry', { id: entry.id });
    expect(problems).toContainEqual({ path: 'fields.setting', line: null, message: 'must be company' });
    await expect(call('publishEntry', { id: entry.id, version: saved.version })).rejects.toMatchObject({ status: 422 });
    expect(await readPublic()).toEqual(settingRows.company.defaults);
  });

  it('exists only once, and only where the table of settings names it', async () => {
    await makeDraft();
    const create = (slug?: string) => call('createEntry', { type: 'SETTING', title: 'Another', slug });
    await expect(create('company')).rejects.toMatchObject({ status: 409 });
    for (const slug of ['weather', undefined])
      await expect(create(slug)).rejects.toMatchObject({ message: 'There is no such setting.' });
    expect(await api.database.db.$count(entries)).toBe(1);
  });

  it('is in no search, sitemap or choice of link targets', async () => {
    await publishSettingFields(api.ctx, 'company', { ...own, claim: 'A zebra counts its stripes.' });
    expect((await api.get('/api/search/list?q=zebra')).body.items).toEqual([]);
    expect((await api.get('/api/sitemap/list')).body.items).toEqual([]);
    expect((await call('findTargets', { q: 'company' })).items).toEqual([]);
  });

  it('is read without the fields that only a later release knows', async () => {
    await publishSettingFields(api.ctx, 'company', own);
    await api.database.pool.query(`update revisions set fields = fields || '{"motto": "Later"}'`);
    expect(await readPublic()).toEqual(own);
  });

  it('names the company in mails', async () => {
    await publishSettingFields(api.ctx, 'company', own);
    await createTestClient(api.ctx).call('submitContact', {
      ...sampleBodies.submitContact(),
    } as never);
    const { rows } = await api.database.pool.query("select body from outbox where body like '%Thank you%'");
    expect(rows[0]?.body).toContain('Thank you for writing to Orchard Row.');
  });
});

describe('the file of a setting', () => {
  it('is imported, and exported with the same bytes', async () => {
    await folder.write(companyFile, yaml);
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual(own);
    const exported = await exportToFolder(api.ctx);
    expect(await readFile(join(exported, companyFile), 'utf8')).toBe(yaml);
    await importContent(api.ctx, exported);
    expect(await readPublic()).toEqual(own);
  });

  it('merges with what the Studio has published since', async () => {
    await folder.write(companyFile, yaml);
    await importContent(api.ctx, folder.path);
    await publishSettingFields(api.ctx, 'company', { claim: 'Picked by hand.' });
    await folder.write(companyFile, yaml.replace('name: Orchard Row', 'name: Orchard'));
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual({ ...own, name: 'Orchard', claim: 'Picked by hand.' });
  });

  it('can have a successor with a time', async () => {
    await folder.write(companyFile, yaml);
    await folder.write('settings/company@next.yaml', `at: "2099-01-01T00:00:00Z"\n${yaml.replace('Row', 'Lane')}`);
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual(own);
    expect((await call('listContent', { type: 'SETTING' })).items).toMatchObject([
      { nextAt: '2099-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['a field that is missing', companyFile, 'name: Orchard Row\nclaim: Fruit trees.\n', 'legalDetails', 1],
    ['a field that does not fit', companyFile, yaml.replace('Orchard Row\n', '""\n'), 'name', 1],
    ['a field that no setting has', companyFile, `${yaml}colour: green\n`, '', 1],
    ['a setting that does not exist', 'settings/weather.yaml', 'name: Rain\n', 'slug', 1],
  ])('is refused with its line for %s', async (_name, path, text, field, line) => {
    await folder.write(path, text);
    expect(await listImportProblems(api.ctx, folder.path)).toMatchObject([{ file: path, field, line }]);
  });
});

describe('the company', () => {
  const check = async (fields: object) => {
    const { entry, version, content } = await makeDraft();
    await call('saveDraft', {
      id: entry.id,
      version,
      content: { ...content, fields: { ...content.fields, ...fields } },
    });
    return (await call('checkEntry', { id: entry.id })).problems;
  };
  const address = { street: '1 Row', locality: 'Ross', country: 'GB' };

  it.each([
    ['a time zone that does not exist', { timeZone: 'Mars/Olympus' }, 'timeZone', 'such as Europe/London'],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'currency', 'such as EUR or GBP'],
    ['an address without a country', { addresses: [{ ...address, country: '' }] }, 'addresses.0.country', 'such as GB'],
    ['seven addresses', { addresses: Array(7).fill(address) }, 'addresses', 'must have at most 6 items'],
    [
      'an e-mail address with a line break',
      { emails: { press: 'a@b.example\nBcc: c@d.example' } },
      'emails.press',
      'must be',
    ],
    ['an unknown purpose of an e-mail', { emails: { fax: 'a@b.example' } }, 'emails', 'fax'],
    ['a register number on two lines', { registerNumber: 'a\nb' }, 'registerNumber', 'one line'],
    ['a logo that is an address', { logo: 'https://a.example/b.svg' }, 'logo', 'must be the name of a picture'],
    ['an icon that is a photograph', { icon: 'row.jpg' }, 'icon', 'must be an SVG or a PNG'],
    ['an icon that the library lacks', { icon: 'nothing.png' }, 'icon', 'does not exist'],
    ['a logo that the library lacks', { logo: 'nothing.svg' }, 'logo', 'does not exist'],
  ])('is not published with %s', async (_name, fields, path, message) => {
    const problems = await check(fields);
    expect(problems).toContainEqual({ path: `fields.${path}`, line: null, message: expect.stringContaining(message) });
  });

  it('has a logo with its size, and none once the picture is gone', async () => {
    await api.database.pool.query(
      "insert into media (name, bytes, sha256, content_type, width, height, alt) values ('row.svg', '', '', 'image/svg+xml', 120, 40, '')",
    );
    await publishSettingFields(api.ctx, 'company', { ...own, logo: 'row.svg' });
    expect(await readPublic()).toEqual({ ...own, logo: { path: '/media/row.svg', width: 120, height: 40 } });
    await api.database.pool.query('delete from media');
    expect(await readPublic()).toEqual(own);
  });

  it('gets the replies of visitors at its address for enquiries, and its own mails where the operator says', async () => {
    await publishSettingFields(api.ctx, 'company', { ...own, emails: { enquiries: 'ask@orchard.example' } });
    await createTestClient(api.ctx).call('submitContact', { ...sampleBodies.submitContact() } as never);
    const { rows } = await api.database.pool.query('select recipient, reply_to from outbox order by id desc limit 2');
    expect(rows.map((row) => row.reply_to)).toContain('ask@orchard.example');
    expect(rows.map((row) => row.recipient)).toContain(api.ctx.company.inbox);
  });

  it('is exported with the bytes of its file', async () => {
    const text = `${yaml}registerNumber: no. 12 (Companies House)\naddresses:\n  - street: 1 Row\n    locality: Ross\n    country: GB\nemails:\n  enquiries: ask@orchard.example\n  press: press@orchard.example\ncurrency: GBP\n`;
    await folder.write(companyFile, text);
    await importContent(api.ctx, folder.path);
    const exported = await exportToFolder(api.ctx);
    expect(await readFile(join(exported, companyFile), 'utf8')).toBe(text);
  });
});

const listsFile = 'settings/lists.yaml';

const readLists = async () => (await api.get('/api/settings')).body.lists;

describe('the setting of lists', () => {
  it('has a default for every field, and a heading and a title of related entries that follow the plural', async () => {
    expect(await readLists()).toEqual(listDefaults);
    await publishSettingFields(api.ctx, 'lists', { BLOG: { plural: 'IT guides' }, SERVICE: { plural: 'Repairs' } });
    expect(await readLists()).toEqual({
      ...listDefaults,
      BLOG: { ...listDefaults.BLOG, plural: 'IT guides', heading: 'IT guides', related: 'More IT guides' },
      SERVICE: { ...listDefaults.SERVICE, plural: 'Repairs', related: 'More repairs' },
    });
  });

  it('says the order of a list and of its categories', async () => {
    const { categoryId } = await makeEntry(api.ctx, 'BLOG', { slug: 'second', position: 2 });
    await makeEntry(api.ctx, 'BLOG', { slug: 'first', position: 1, publishedAt: getTimeFromNow(-7200), categoryId });
    const read = async () => [
      getSlugs(await api.get('/api/blog/enable/list')),
      getSlugs(await api.get(`/api/blog/categories/get/${categoryId}`)),
    ];
    expect(await read()).toEqual(Array(2).fill(['second', 'first']));
    await publishSettingFields(api.ctx, 'lists', { BLOG: { order: 'position' } });
    expect(await read()).toEqual(Array(2).fill(['first', 'second']));
    expect(getSlugs(await api.get('/api/blog/enable/list?page=1&size=1'))).toEqual(['second']);
  });

  it('says which types are in feeds and among recommendations', async () => {
    await makeEntry(api.ctx, 'BLOG', { slug: 'article', publishedAt: getTimeFromNow(-60) });
    await makeEntry(api.ctx, 'SERVICE', { slug: 'service', publishedAt: getTimeFromNow(-30) });
    const read = async () => {
      const paths = ['/api/feed/latest', '/api/feed/items', '/api/search/recommended'];
      return Promise.all(paths.map(async (path) => getSlugs(await api.get(path))));
    };
    expect(await read()).toEqual(Array(3).fill(['article']));
    await publishSettingFields(api.ctx, 'lists', { SERVICE: { feed: true } });
    expect(await read()).toEqual(Array(3).fill(['service', 'article']));
    await publishSettingFields(api.ctx, 'lists', {
      ...Object.fromEntries(listedTypes.map((type) => [type, { feed: false }])),
    });
    expect(await read()).toEqual([[], [], []]);
  });

  it('is read without the fields of a type that only a later release knows', async () => {
    await publishSettingFields(api.ctx, 'lists', { BLOG: { singular: 'Letter' } });
    await api.database.pool.query(`update revisions set fields = jsonb_set(fields, '{BLOG,colour}', '"green"')`);
    expect((await readLists()).BLOG).toEqual({ ...listDefaults.BLOG, singular: 'Letter' });
  });
});

describe('the file of lists', () => {
  const yaml = 'BLOG:\n  lede: Letters to our neighbours.\n  pageSize: 100\nAPP:\n  cover: none\n';

  it('is imported, and exported with the same bytes: what it leaves out stays out', async () => {
    await folder.write(listsFile, yaml);
    await importContent(api.ctx, folder.path);
    expect((await readLists()).BLOG).toEqual({
      ...listDefaults.BLOG,
      lede: 'Letters to our neighbours.',
      pageSize: 100,
    });
    const exported = await exportToFolder(api.ctx);
    expect(await readFile(join(exported, listsFile), 'utf8')).toBe(yaml);
  });

  it.each([
    ['a type without lists', 'PAGE:\n  plural: Pages\n', '', 1],
    ['a field that no list has', 'BLOG:\n  colour: green\n', 'BLOG', 2],
    ['an empty name', 'BLOG:\n  plural: Blogs\n  singular: ""\n', 'BLOG.singular', 3],
    ['a name of two lines', 'BLOG:\n  singular: "A\\nB"\n', 'BLOG.singular', 2],
    ['a long name', `BLOG:\n  plural: ${'x'.repeat(41)}\n`, 'BLOG.plural', 2],
    ['a long heading', `BLOG:\n  heading: ${'x'.repeat(61)}\n`, 'BLOG.heading', 2],
    ['a long lede', `BLOG:\n  lede: ${'x'.repeat(241)}\n`, 'BLOG.lede', 2],
    ['the lede of apps, which have no list', 'APP:\n  lede: Ours.\n', 'APP', 2],
    ['an unknown order', 'PLAN:\n  order: price\n', 'PLAN.order', 2],
    ['an unknown cover', 'PLAN:\n  cover: photo\n', 'PLAN.cover', 2],
    ['no entries on a page', 'PLAN:\n  pageSize: 0\n', 'PLAN.pageSize', 2],
    ['more entries on a page than the API returns', 'PLAN:\n  pageSize: 101\n', 'PLAN.pageSize', 2],
    ['a feed that is neither on nor off', 'PLAN:\n  feed: "perhaps"\n', 'PLAN.feed', 2],
  ])('is refused with its line for %s', async (_name, text, field, line) => {
    await folder.write(listsFile, text);
    expect(await listImportProblems(api.ctx, folder.path)).toMatchObject([{ file: listsFile, field, line }]);
  });

  it.each([
    [
      '/what-we-do/feed.xml',
      'links to /what-we-do/feed.xml, which is a feed that the setting “Names of lists” turns off',
    ],
    ['/blogs/feed.xml', null],
  ])('decides whether a menu can link to the feed %s', async (to, message) => {
    await folder.write('settings/menus.yaml', `header: []\nfooter: []\nlegal:\n  - to: ${to}\n    label: Feed\n`);
    const refusal = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect(refusal instanceof ContentError ? refusal.problems[0]?.message : null).toBe(message);
    await folder.write(listsFile, 'SERVICE:\n  feed: true\n');
    await importContent(api.ctx, folder.path);
  });
});

const formsFile = 'settings/forms.yaml';

const readForms = async () => (await api.get('/api/settings')).body.forms;

describe('the setting of forms', () => {
  it('has a default for every field, and shows visitors no mail and no answer', async () => {
    const { mails: _, answers: __, ...forms } = completeForms({});
    expect(await readForms()).toEqual(forms);
    await publishSettingFields(api.ctx, 'forms', {
      contact: { send: 'Post it' },
      note: { text: 'We keep it a year.' },
    });
    expect(await readForms()).toEqual({
      ...forms,
      contact: { ...forms.contact, send: 'Post it' },
      note: { text: 'We keep it a year.' },
    });
  });

  it('words the mails to visitors, with their placeholders filled in', async () => {
    await publishSettingFields(api.ctx, 'company', { name: 'Orchard {reference}' });
    await publishSettingFields(api.ctx, 'forms', {
      mails: {
        greeting: 'Good day {name},',
        closing: 'The pickers of {company}',
        contact: {
          subject: 'Letter {reference}',
          text: 'Your letter is here: {reference}.\n\nWe {consultation} soon.',
        },
      },
      consultation: { name: 'talk' },
    });
    const email = 'words@example.org';
    const body = { ...sampleBodies.submitContact(), name: 'Ada {company}', email };
    const { reference } = (await createTestClient(api.ctx).call('submitContact', body as never)) as {
      reference: string;
    };
    const { rows } = await api.ctx.db.execute(sql`select subject, body from outbox where recipient = ${email}`);
    expect(rows).toEqual([
      {
        subject: `Letter ${reference}`,
        body: `Good day Ada,\n\nYour letter is here: ${reference}.\n\nWe talk soon.\n\nThe pickers of Orchard {reference}\n`,
      },
    ]);
  });
});

describe('the file of forms', () => {
  const yaml = `consultation:
  host: Grace
  lengthMinutes: 45
mails:
  booked:
    text: |
      It is on

        {time}

      {link}
`;

  it('is imported, and exported with the same bytes', async () => {
    await folder.write(formsFile, yaml);
    await importContent(api.ctx, folder.path);
    expect((await readForms()).consultation).toMatchObject({ host: 'Grace', lengthMinutes: 45, noticeMinutes: 1_440 });
    const exported = await exportToFolder(api.ctx);
    expect(await readFile(join(exported, formsFile), 'utf8')).toBe(yaml);
  });

  const mail = (name: string, text: string) => `mails:\n  ${name}:\n    text: ${text}\n`;
  it.each([
    ['an unknown placeholder', mail('contact', '"{reference} of {nmae}"'), 'mails.contact.text', 3, '{nmae}'],
    ['a placeholder of another mail', mail('contact', '"{reference} {link}"'), 'mails.contact.text', 3, '{link}'],
    ['a mail without its link', mail('booked', '"{time}"'), 'mails.booked.text', 3, 'must contain {link}'],
    ['a brace alone', mail('contact', '"{reference"'), 'mails.contact.text', 3, 'brace'],
    ['an unknown mail', mail('weather', 'Rain'), 'mails', 2, 'weather'],
    ['a long text', mail('contact', `"{reference}${'x'.repeat(4_000)}"`), 'mails.contact.text', 3, '4,000 characters'],
    ['a subject of two lines', 'mails:\n  contact:\n    subject: "a\\nb"\n', 'mails.contact.subject', 3, 'one line'],
    ['a receipt without its reference', 'receipt:\n  lede: Thanks.\n', 'receipt.lede', 2, '{reference}'],
    ['a length of no time', 'consultation:\n  lengthMinutes: 4\n', 'consultation.lengthMinutes', 2, '5'],
    ['an unknown channel', 'consultation:\n  channel: fax\n', 'consultation.channel', 2, 'telephone'],
    [
      'a subject on another site',
      'enquiry:\n  subjects:\n    - label: A\n      to: https://a.example\n',
      'enquiry.subjects.0.to',
      4,
      'path of this site',
    ],
    [
      'a subject without a page',
      'enquiry:\n  subjects:\n    - label: A\n      to: /blog/none\n',
      'enquiry.subjects.0.to',
      4,
      '/blog/none',
    ],
    ['a type that takes no enquiry', 'enquiry:\n  types: [BLOG]\n', 'enquiry.types.0', 2, 'SERVICE'],
    [
      '21 subjects',
      `enquiry:\n  subjects:\n${'    - {label: A, to: /blogs}\n'.repeat(21)}`,
      'enquiry.subjects',
      3,
      '20 items',
    ],
  ])('is refused with its line for %s', async (_name, text, field, line, message) => {
    await folder.write(formsFile, text);
    expect(await listImportProblems(api.ctx, folder.path)).toMatchObject([
      { file: formsFile, field, line, message: expect.stringContaining(message) },
    ]);
  });

  it('can have the default words of every mail', async () => {
    const mails = Object.entries(mailTemplates).map(([name, { subject, text }]) => [name, { subject, text }]);
    await publishSettingFields(api.ctx, 'forms', { mails: Object.fromEntries(mails) });
  });
});
