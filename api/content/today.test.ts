import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Role } from '../../contract/studio/permissions.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { makeMail, makeSubmission } from '../../testing/message-makers.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { makeUser, withdrawEntry } from '../../testing/studio.ts';
import { consultations } from '../db/consultation-tables.ts';
import { redirects } from '../db/editorial-tables.ts';
import { missedSearches } from '../db/message-tables.ts';
import { measurements } from '../db/number-tables.ts';
import { recordMissedSearch } from './search/missed-searches.ts';

const api = await setUpApi(async (database) => {
  await database.empty();
  await database.pool.query(
    'delete from submissions; delete from outbox; delete from missed_searches; delete from users',
  );
});
const { ctx } = api;
const day = 86_400;

const readToday = async (role: Role) => (await makeUser(ctx, role)).client.call('today', {});

it('shows messages, mails and consultations to those who may read messages, and to nobody else', async () => {
  const hour = 3_600_000;
  const open = await makeSubmission(ctx, { name: 'Ada', heardAt: new Date(Date.now() - hour) });
  await makeSubmission(ctx, { name: 'Later' });
  await makeSubmission(ctx, { name: 'Answered', waitingSince: new Date() });
  await makeSubmission(ctx, { name: 'Merged', mergedInto: open.id });
  await makeSubmission(ctx, { name: 'Done', closedAt: new Date() });
  await makeSubmission(ctx, { name: 'Held', quarantinedFor: 'links' });
  await makeMail(ctx, { dueAt: new Date(Date.now() - 2 * hour) });
  await makeMail(ctx, { deadAt: new Date() });
  for (const [status, days] of [
    ['BOOKED', 2],
    ['BOOKED', 9],
    ['CANCELLED', 3],
  ] as const)
    await ctx.db.insert(consultations).values({
      adviser: 1,
      during: sql`tstzrange(${getTimeFromNow(days * day)}, ${getTimeFromNow(days * day)}::timestamptz + interval '30 minutes')`,
      status,
      timeZone: 'Europe/London',
      submissionId: (await makeSubmission(ctx, { name: `In ${days} days`, closedAt: new Date() })).id,
    });
  for (const role of ['OWNER', 'OPERATOR'] as const) {
    const { messages, consultations: booked } = await readToday(role);
    expect(messages?.oldest.map(({ name }) => name)).toEqual(['Ada', 'Later']);
    expect(messages).toMatchObject({ open: 2, quarantined: 1, mails: { isSent: true, waiting: 1, dead: 1 } });
    expect(messages?.mails.oldestDueSeconds).toBeGreaterThanOrEqual(7_200);
    expect(booked).toMatchObject([{ name: 'In 2 days', isUnconfirmed: false }]);
  }
  for (const role of ['EDITOR', 'AUTHOR', 'READER'] as const)
    expect(await readToday(role)).toMatchObject({ messages: null, consultations: null });
});

it('lists own drafts, changes of the next seven days, and links of texts to withdrawn entries', async () => {
  const author = await makeUser(ctx, 'AUTHOR');
  await author.client.call('createEntry', { type: 'BLOG', title: 'Mine' });
  await (await makeUser(ctx, 'EDITOR')).client.call('createEntry', { type: 'BLOG', title: 'Of somebody else' });
  await makeEntry(ctx, 'BLOG', { publishedAt: getTimeFromNow(day), text: { title: 'Soon' } });
  await makeEntry(ctx, 'BLOG', { publishedAt: getTimeFromNow(8 * day), text: { title: 'Late' } });
  const gone = await makeEntry(ctx, 'BLOG', { slug: 'gone', text: { title: 'Gone' } });
  const linking = await makeEntry(ctx, 'PAGE', {
    text: { title: 'Linking', body: 'See [it](/blog/gone?from=here#main).' },
  });
  const editor = (await makeUser(ctx, 'EDITOR')).client;
  const hasNone = { items: [], total: 0 };
  expect((await editor.call('today', {})).brokenLinks).toEqual(hasNone);
  await withdrawEntry(editor, gone.id);
  const { myDrafts, drafts, upcoming, brokenLinks } = await author.client.call('today', {});
  expect(myDrafts.map(({ title }) => title)).toEqual(['Mine']);
  expect(drafts).toBe(2);
  expect(upcoming).toMatchObject([{ title: 'Soon', kind: 'SCHEDULED' }]);
  const broken = { id: linking.id, title: 'Linking', path: 'body', target: '/blog/gone?from=here#main' };
  expect(brokenLinks).toMatchObject({ items: [broken], total: 1 });
  await ctx.db.insert(redirects).values({ path: '/blog/gone', target: '/' });
  expect((await author.client.call('today', {})).brokenLinks).toEqual(hasNone);
});

it('counts the views of seven days, and what visitors searched for in vain', async () => {
  const hour = sql`date_trunc('hour', now(), 'UTC')`;
  await ctx.db.insert(measurements).values([
    { measuredAt: sql`${hour}`, kind: 'opened', name: '/blog/a', times: 3 },
    { measuredAt: sql`${hour} - interval '9 days'`, kind: 'opened', name: '/blog/a', times: 5 },
  ]);
  const search = (q: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0') =>
    api.get(`/api/search/list?q=${encodeURIComponent(q)}`, { headers: { 'user-agent': userAgent } });
  for (const q of ['Quok', 'Quokka', 'QUOKKA', 'ada@example.org', '0117 496 0142']) await search(q);
  const { headers } = await search('quokka', 'Googlebot');
  // Caches would answer the next one, which would not be counted.
  expect(headers['cache-control']).toBe('no-store');
  await ctx.db.insert(missedSearches).values({ searchedDay: '2020-01-01', query: 'long ago', times: 9 });
  const { views: days, missedSearches: missed } = await readToday('READER');
  expect(days).toHaveLength(7);
  expect(days.reduce((sum, { views: times }) => sum + times, 0)).toBe(3);
  expect(missed).toEqual([{ query: 'quokka', times: 2 }]);
  // Its day is that of the site, here where another date is than in UTC.
  const timeZone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  await recordMissedSearch({ ...ctx, company: { timeZone } }, 'quoll', {
    address: '192.0.2.78',
    userAgent: 'Mozilla/5.0',
  });
  const today = sql`(now() at time zone ${timeZone})::date`;
  expect(await ctx.db.$count(missedSearches, eq(missedSearches.searchedDay, today))).toBe(1);
});

it('counts at most 30 searches without a result of one network', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  for (let number = 0; number < 40; number++)
    await api.get(`/api/search/list?q=zz${number}`, { headers, remoteAddress: '192.0.2.77' });
  expect(await ctx.db.$count(missedSearches)).toBe(30);
});

it('shows an owner the first steps until all are done', async () => {
  const owner = await makeUser(ctx, 'OWNER');
  const readSteps = async () => (await owner.client.call('today', {})).firstSteps;
  expect(await readSteps()).toEqual({ NAME: false, LOGO: false, PAGES: false, INVITE: false });
  const { client: editor } = await makeUser(ctx, 'EDITOR');
  const { id } = await editor.call('createEntry', { type: 'SETTING', title: 'Company', slug: 'company' });
  const { version, content } = await editor.call('openEntry', { id });
  const fields = { ...content.fields, name: 'Orchard Row' };
  const saved = await editor.call('saveDraft', { id, version, content: { ...content, fields } });
  await editor.call('publishEntry', { id, version: saved.version });
  expect(await readSteps()).toEqual({ NAME: true, LOGO: false, PAGES: false, INVITE: true });
  expect((await readToday('EDITOR')).firstSteps).toBeNull();
});
