import { expect, it } from 'vitest';
import { sessions } from '../../api/db/studio-tables.ts';
import { createJoinLink } from '../../api/people/users/links.ts';
import { pageUserField } from '../../contract/studio/paths.ts';
import { findElements, unescapeHtml } from '../../e2e/html.ts';
import { hashTables, listChangedTables } from '../../testing/access-proof.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { createPng } from '../../testing/sample-files.ts';
import { makeUser, type TestUser } from '../../testing/studio.ts';
import { createSessionHeaders } from '../../testing/studio-api.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite();
const ctx = createApiContext(site.database.db, site.dataFolder);
const owner = await makeUser(ctx, 'OWNER');
const author = await makeUser(ctx, 'AUTHOR');
const screens = await makeScreens();

/** Makes content with which every form is shown. Returns the paths of the screens, each with who opens it. */
async function makeScreens(): Promise<[user: TestUser, path: string][]> {
  const { database } = site;
  const { client } = owner;
  const make = (overrides: Parameters<typeof makeEntry>[2]) =>
    database.db.transaction((db) => makeEntry({ db }, 'BLOG', overrides));
  const entry = await make({});
  const { version, content } = await client.call('openEntry', entry);
  await client.call('saveDraft', { id: entry.id, version, content: { ...content, title: 'A draft' } });
  const selected = async () => (await client.call('openEntry', entry)).entry.version;
  const discarded = await make({});
  const before = await client.call('openEntry', discarded);
  const saved = await client.call('saveDraft', {
    ...discarded,
    ...before,
    content: { ...content, title: 'Discarded' },
  });
  await client.call('discardDraft', { id: discarded.id, version: saved.version });
  const withdrawn = await make({ withdrawnAt: getTimeFromNow(-60) });
  await make({ publishedAt: getTimeFromNow(1) });
  const submitted = await author.client.call('createEntry', { type: 'PAGE', title: 'A draft of an author' });
  await author.client.call('submitDraft', { id: submitted.id, message: 'Please' });
  const unwanted = await client.call('createEntry', { type: 'PAGE', title: 'Unwanted' });
  await client.call('deleteEntry', { ...unwanted, version: (await client.call('openEntry', unwanted)).version });
  const selection = { kind: 'WITHDRAW' as const, entries: [{ id: entry.id, version: await selected() }] };
  const act = await client.call('runBulkAct', { ...selection, count: 1 });
  await client.call('createShareLink', { id: entry.id, days: 1, isPinned: false });
  await client.call('addRedirect', { path: '/old', target: '/search' });
  const webhook = await client.call('createWebhook', { url: 'http://localhost/', events: ['entry.live'] });
  await client.call('createApiToken', { name: 'A program', scopes: ['read-content'], days: 1 });
  await createJoinLink(database, { purpose: 'INVITATION', role: 'READER', email: 'new@example.com', name: 'New' });
  const [png, other] = [await createPng('a.png', 60, 40), await createPng('b.png', 80, 40)];
  const files = [png, other].map(({ name, bytes }) => new File([new Uint8Array(bytes)], name));
  const [first, second] = await client.uploadPictures(files);
  if (!first || !second) throw new Error('The pictures were not stored');
  const { version: pictured } = await client.call('picture', { name: first.name });
  await client.call('replacePicture', { name: first.name, version: pictured, by: second.name });
  const own = `/studio/content/${entry.id}`;
  const paths = [
    own,
    `/studio/content/${discarded.id}/withdraw`,
    `${own}/share`,
    `${own}/history`,
    `${own}/history/${version}..draft-1`,
    `/studio/content/${discarded.id}/history`,
    `/studio/content/${withdrawn.id}`,
    `/studio/content/${submitted.id}`,
    `/studio/content/${submitted.id}/delete`,
    `/studio/content/bulk?kind=WITHDRAW&entry=${discarded.id}.${(await client.call('openEntry', discarded)).entry.version}`,
    `/studio/content/bulk/${act.id}`,
    '/studio/content/deleted',
    '/studio/content/new/BLOG',
    `/studio/calendar?week=${new Date().toISOString().slice(0, 10)}`,
    '/studio/media',
    `/studio/media/${first.name}`,
    '/studio/links/external',
    '/studio/redirects?add=yes',
    '/studio/redirects?import=yes',
    '/studio/users',
    `/studio/users/${author.id}`,
    '/studio/tokens',
    '/studio/webhooks',
    `/studio/webhooks/${webhook.id}`,
    '/studio/me',
    '/studio/company',
    '/studio/menus',
  ];
  return [...paths.map((path): [TestUser, string] => [owner, path]), [author, `/studio/content/${submitted.id}`]];
}

interface SentForm {
  action: string;
  fields: Record<string, string>;
  /** The names of the fields in which people type. */
  typed: string[];
}

/** Returns the forms of a page that change something, once for each of their buttons, as a browser would send them. */
function listForms(html: string): SentForm[] {
  return [...html.matchAll(/<form\b[^>]*method="post".*?<\/form>/gs)].flatMap(([form]) => {
    const [{ action = '' } = {}] = findElements(form, 'form');
    const boxes = new Set(['checkbox', 'radio', 'file']);
    const inputs = findElements(form, 'input').filter(({ type = '' }) => !boxes.has(type));
    const choices = [...form.matchAll(/<select\b.*?<\/select>/gs)].map(([select]) => ({
      name: findElements(select, 'select')[0]?.name,
      value: findElements(select, 'option')[0]?.value,
    }));
    const areas = findElements(form, 'textarea');
    const typed = [...inputs.filter(({ type }) => type !== 'hidden' && type !== 'range'), ...areas];
    const fields = [...inputs, ...areas, ...choices];
    const named = fields.flatMap(({ name, value }) => (name ? [[name, value || 'x'] as const] : []));
    const buttons = findElements(form, 'button').filter(({ type }) => type === 'submit');
    return buttons.map(({ name, value = '' }) => ({
      action,
      fields: Object.fromEntries([...named, ...(name ? [[name, value] as const] : [])]),
      typed: typed.flatMap(({ name: field }) => field ?? []),
    }));
  });
}

/** Opens each screen, and returns its forms with the headers of its user. */
async function openForms() {
  const forms: (SentForm & { user: string; path: string; headers: Record<string, string> })[] = [];
  for (const [{ token, name: user }, path] of screens) {
    const headers = { ...createSessionHeaders(token), accept: 'text/html' };
    const page = await fetch(site.address + path, { headers });
    expect([path, page.status]).toEqual([path, 200]);
    forms.push(...listForms(await page.text()).map((form) => ({ ...form, user, path, headers })));
  }
  return forms;
}

it('a form of the Studio names its user, and without another field is refused with 422, names it and changes nothing', async () => {
  const wrong: string[] = [];
  const sent = new Set<string>();
  const forms = await openForms();
  expect(forms.filter(({ fields }) => !(pageUserField in fields))).toEqual([]);
  const before = await hashTables(site.database.db);
  // A field of a setting that is missing stays as it is, and so does the order of a list.
  for (const { user, path, headers, action, fields } of forms)
    for (const missing of Object.keys(fields).filter((name) => !/^(?:fields\.|arrange$)/.test(name))) {
      // The same form is on several screens.
      const form = `${action.replace(/\d+/g, '0')} ${fields.intent ?? ''}.${missing}`;
      if (missing === pageUserField || sent.has(form)) continue;
      sent.add(form);
      const what = `${user} at ${path}: ${fields.intent ?? ''} without ${missing}`;
      const body = new URLSearchParams(Object.entries(fields).filter(([name]) => name !== missing));
      const answer = await fetch(site.address + action, { method: 'POST', headers, body, redirect: 'manual' });
      const isNamed = (await answer.text()).includes(`“${missing}”`);
      if (answer.status !== 422 || !isNamed) wrong.push(`${what}: ${answer.status}${isNamed ? '' : ', not named'}`);
    }
  expect(wrong).toEqual([]);
  expect(await listChangedTables(site.database.db, before)).toEqual([]);
  for (const each of ['now.intent', 'later.at', 'describe.alt', 'discard.version', 'submit.message', 'change.state'])
    expect([...sent].map((form) => form.split(' ').at(-1))).toContain(each);
});

/** Returns the values that the visible fields of a page show, by the names of the fields. */
function readShownValues(html: string): Map<string, string> {
  const inputs = findElements(html, 'input').filter(({ type }) => type !== 'hidden');
  const areas = [...html.matchAll(/<textarea\b[^>]*? name="([^"]*)"[^>]*>([^<]*)</g)];
  return new Map([
    ...inputs.map(({ name = '', value = '' }) => [name, value] as const),
    ...areas.map(([, name = '', text = '']) => [name, unescapeHtml(text)] as const),
  ]);
}

it('a form of the Studio that is sent after the end of its session shows what was typed', async () => {
  const more = ['lists?add=yes', 'lists?list=PERSONA&add=yes', 'team?add=yes', 'consultations/rules?adviser=new'];
  for (const path of [...more, 'consultations/rules', 'consultations/new', 'privacy/retention'])
    screens.push([owner, `/studio/${path}`]);
  const forms = (await openForms()).filter(({ typed }) => typed.length > 0);
  await site.database.db.delete(sessions);
  const lost: string[] = [];
  for (const { user, path, headers, action, fields, typed } of forms) {
    const values = Object.fromEntries(
      typed.map((name) => [name, name === 'at' ? '2031-05-06T09:30' : `Typed in ${name}`]),
    );
    const body = new URLSearchParams({ ...fields, ...values });
    const answer = await fetch(site.address + action, { method: 'POST', headers, body, redirect: 'manual' });
    const shown = readShownValues(await answer.text());
    for (const [name, value] of Object.entries(values))
      if (shown.get(name) !== value) lost.push(`${user} at ${path}: ${name}, ${answer.status}`);
  }
  expect(lost).toEqual([]);
  const names = new Set(forms.flatMap(({ typed }) => typed));
  const expected = [
    'title',
    'body',
    'alt',
    'at',
    'count',
    'label',
    'message',
    'note',
    'target',
    'leftOn',
    'description',
  ];
  for (const each of [...expected, 'stepMinutes', 'submissionMonths']) expect([...names]).toContain(each);
});
