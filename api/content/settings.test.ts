import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingSchemas } from '../../contract/content/setting-schemas.ts';
import { settingRows } from '../../contract/content/settings.ts';
import { createTestClient } from '../../testing/api.ts';
import { sampleBodies } from '../../testing/sample-forms.ts';
import { setUpContentFolder, setUpEditorApi } from '../../testing/set-up.ts';
import { entries } from '../db/index.ts';
import { exportContent } from './import-export/export.ts';
import { importContent } from './import-export/import.ts';
import { ContentError } from './import-export/problems.ts';
import { publishSettingFields } from './settings.ts';

const { api, call } = await setUpEditorApi();
const folder = setUpContentFolder();

const own = { name: 'Orchard Row', claim: 'Fruit trees, pruned and picked.', legalDetails: 'Orchard Row Ltd, no. 1' };
const file = 'settings/company.yaml';
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
    await call('publishEntry', { id: entry.id, version: saved.version });
    expect(await readPublic()).toEqual(own);
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
    await folder.write(file, yaml);
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual(own);
    const exported = await mkdtemp(join(tmpdir(), 'settings-'));
    await exportContent(api.ctx, exported);
    expect(await readFile(join(exported, file), 'utf8')).toBe(yaml);
    await importContent(api.ctx, exported);
    expect(await readPublic()).toEqual(own);
    await rm(exported, { recursive: true });
  });

  it('merges with what the Studio has published since', async () => {
    await folder.write(file, yaml);
    await importContent(api.ctx, folder.path);
    await publishSettingFields(api.ctx, 'company', { claim: 'Picked by hand.' });
    await folder.write(file, yaml.replace('name: Orchard Row', 'name: Orchard'));
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual({ ...own, name: 'Orchard', claim: 'Picked by hand.' });
  });

  it('can have a successor with a time', async () => {
    await folder.write(file, yaml);
    await folder.write('settings/company@next.yaml', `at: "2099-01-01T00:00:00Z"\n${yaml.replace('Row', 'Lane')}`);
    await importContent(api.ctx, folder.path);
    expect(await readPublic()).toEqual(own);
    expect((await call('listContent', { type: 'SETTING' })).items).toMatchObject([
      { nextAt: '2099-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['a field that is missing', file, 'name: Orchard Row\nclaim: Fruit trees.\n', 'legalDetails', 1],
    ['a field that does not fit', file, yaml.replace('Orchard Row\n', '""\n'), 'name', 1],
    ['a field that no setting has', file, `${yaml}colour: green\n`, '', 1],
    ['a setting that does not exist', 'settings/weather.yaml', 'name: Rain\n', 'slug', 1],
  ])('is refused with its line for %s', async (_name, path, text, field, line) => {
    await folder.write(path, text);
    const refusal = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ContentError);
    expect((refusal as ContentError).problems).toMatchObject([{ file: path, field, line }]);
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
    await folder.write(file, text);
    await importContent(api.ctx, folder.path);
    const exported = await mkdtemp(join(tmpdir(), 'settings-'));
    await exportContent(api.ctx, exported);
    expect(await readFile(join(exported, file), 'utf8')).toBe(text);
    await rm(exported, { recursive: true });
  });
});
