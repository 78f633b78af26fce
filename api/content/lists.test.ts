import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getRequestUrl } from '../../contract/http/client.ts';
import { getSlugs } from '../../testing/api.ts';
import {
  getTimeFromNow,
  makeCategory,
  makeEntry,
  makeInterest,
  makeMember,
  makePersona,
} from '../../testing/makers.ts';
import { removeContent, setUpApi } from '../../testing/set-up.ts';
import { positions } from '../db/tables.ts';

const api = await setUpApi(removeContent);

const url = '/api/categories/get-categories';

it('lists the categories of all three types in the order of the editors', async () => {
  await makeCategory(api.ctx, 'INFOGRAPHIC', { slug: 'i' });
  await makeCategory(api.ctx, 'BLOG', { slug: 'second', position: 2 });
  await makeCategory(api.ctx, 'TRIVIA', { slug: 't' });
  await makeCategory(api.ctx, 'BLOG', { slug: 'first', position: 1 });
  const answer = await api.get(url);
  expect(getSlugs(answer)).toEqual(['first', 'second', 't', 'i']);
  expect(answer.body.items.map(({ type }: { type: string }) => type)).toEqual([
    'BLOG',
    'BLOG',
    'TRIVIA',
    'INFOGRAPHIC',
  ]);
});

it('counts the entries that visitors can see, and hides disabled categories', async () => {
  const { id } = await makeCategory(api.ctx, 'BLOG', { slug: 'used' });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, publishedAt: null });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, publishedAt: getTimeFromNow(3600) });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, withdrawnAt: getTimeFromNow(-1) });
  await makeCategory(api.ctx, 'BLOG', { slug: 'unused', position: 1 });
  await makeCategory(api.ctx, 'BLOG', { enabled: false });
  const { body } = await api.get(url);
  expect(body.items.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
    ['used', 2],
    ['unused', 0],
  ]);
});

it('lets two types have a category with the same slug', async () => {
  await makeCategory(api.ctx, 'BLOG', { slug: 'same' });
  await makeCategory(api.ctx, 'TRIVIA', { slug: 'same' });
  expect(getSlugs(await api.get(url))).toEqual(['same', 'same']);
});

it('lists the enabled personas in the order of the editors, each with its interests', async () => {
  await makePersona(api.ctx, { slug: 'second', position: 2 });
  const first = await makePersona(api.ctx, { slug: 'first', position: 1, interests: ['storage', 'networks'] });
  await makePersona(api.ctx, { enabled: false });
  const answer = await api.get('/api/persona/personas/list/enablePersona');
  expect(getSlugs(answer)).toEqual(['first', 'second']);
  const { id, slug, label, description } = first;
  expect(answer.body.items[0]).toEqual({ id, slug, label, description, interests: ['storage', 'networks'] });
});

it('lists the enabled interests in the order of the editors', async () => {
  await makeInterest(api.ctx, { slug: 'second', position: 2 });
  const first = await makeInterest(api.ctx, { slug: 'first', position: 1 });
  await makeInterest(api.ctx, { enabled: false });
  const answer = await api.get('/api/persona/interests/list/enableInterest');
  expect(getSlugs(answer)).toEqual(['first', 'second']);
  expect(answer.body.items[0]).toEqual({
    id: first.id,
    slug: 'first',
    label: first.label,
    description: first.description,
  });
});

const listEveryone = () => api.get('/api/wse/team/list/getEnableTeamMember');
const listHolders = (position: string | number) =>
  api.get(getRequestUrl('/api/wse/team/getList/{position}', { position }));
const setPosition = (slug: string, values: Partial<typeof positions.$inferInsert>) =>
  api.ctx.db.update(positions).set(values).where(eq(positions.slug, slug));

describe('the team list', () => {
  it('lists the enabled members in the order of the editors, without their Markdown source', async () => {
    const last = await makeMember(api.ctx, { position: 2, name: 'Zoe' });
    const first = await makeMember(api.ctx, {
      position: 1,
      positionSlug: 'engineer',
      body: 'Source *text*',
      html: '<p>Shown</p>',
    });
    await makeMember(api.ctx, { enabled: false });
    const answer = await listEveryone();
    expect(getSlugs(answer)).toEqual([first.slug, last.slug]);
    expect(answer.body.items[0]).toMatchObject({
      position: { slug: 'engineer', label: 'Position engineer' },
      html: '<p>Shown</p>',
    });
    expect(JSON.stringify(answer.body)).not.toContain('Source *text*');
  });

  it('hides the members of a disabled position', async () => {
    await makeMember(api.ctx, { positionSlug: 'closed' });
    await setPosition('closed', { enabled: false });
    expect((await listEveryone()).body.items).toEqual([]);
  });
});

describe('the team list of a position', () => {
  it('is found by slug, id and label, whatever the case of the label', async () => {
    const member = await makeMember(api.ctx, { positionSlug: 'network' });
    await makeMember(api.ctx, { positionSlug: 'other' });
    await makeMember(api.ctx, { positionSlug: 'network', enabled: false });
    await setPosition('network', { label: 'Netze & Büros' });
    for (const name of ['network', member.positionId, 'Netze & Büros', 'NETZE & büros']) {
      expect([name, getSlugs(await listHolders(name))]).toEqual([name, [member.slug]]);
    }
  });

  it('is empty for a position without members', async () => {
    await makeMember(api.ctx, { positionSlug: 'vacant', enabled: false });
    const answer = await listHolders('vacant');
    expect([answer.status, answer.body]).toEqual([200, { items: [] }]);
  });

  it('is 404 for an unknown or disabled position', async () => {
    await makeMember(api.ctx, { positionSlug: 'closed' });
    await setPosition('closed', { enabled: false });
    for (const name of ['closed', 'nobody', '0', '-1', '999999999', '99999999999999999999', '%', "' or true --"]) {
      expect([name, (await listHolders(name)).status]).toEqual([name, 404]);
    }
  });

  it('prefers a slug to an id with the same spelling', async () => {
    const other = await makeMember(api.ctx);
    const member = await makeMember(api.ctx, { positionSlug: String(other.positionId) });
    expect(getSlugs(await listHolders(other.positionId))).toEqual([member.slug]);
  });
});

describe('the enabled positions', () => {
  it('are in the order of the editors, with the number of their enabled members', async () => {
    await makeMember(api.ctx, { positionSlug: 'second' });
    await makeMember(api.ctx, { positionSlug: 'first' });
    await makeMember(api.ctx, { positionSlug: 'first' });
    await makeMember(api.ctx, { positionSlug: 'first', enabled: false });
    await makeMember(api.ctx, { positionSlug: 'closed' });
    await setPosition('second', { position: 2 });
    await setPosition('first', { position: 1 });
    await setPosition('closed', { enabled: false });
    const { body } = await api.get('/api/wse/enabledPositions');
    expect(body.items.map(({ slug, members }: { slug: string; members: number }) => [slug, members])).toEqual([
      ['first', 2],
      ['second', 1],
    ]);
  });
});
