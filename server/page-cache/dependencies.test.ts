import { expect, it } from 'vitest';
import { publishSettingFields } from '../../api/content/settings.ts';
import { ApiFailure, type Client } from '../../contract/http/client.ts';
import { createTestClient } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { createDataCache } from './data-cache.ts';
import { trackDependencies } from './dependencies.ts';

const api = await setUpApi();
await makeEntry(api.ctx, 'BLOG', { slug: 'one' });
const client = createTestClient(api.ctx);

const getDependencies = async (read: (tracking: Client) => Promise<unknown>, asked = client) => {
  const tracking = createDataCache(0).createCachingClient(asked, false);
  const { dependencies } = await trackDependencies(() => read(tracking).catch(() => null));
  return [dependencies.isCacheable, [...dependencies.tags].toSorted()];
};

it('lists the tags of what was read', async () => {
  expect(await getDependencies((tracking) => tracking.entries('BLOG', 'item', { slug: 'one' }))).toEqual([
    true,
    ['BLOG', 'categories', 'team'],
  ]);
  const search = (q: string) => (tracking: Client) => tracking.call('search', { q, page: 0, size: 10 });
  expect((await getDependencies((tracking) => tracking.call('countries', {})))[0]).toBe(false);
  expect((await getDependencies(search('found nowhere')))[0]).toBe(false);
  expect((await getDependencies(search('title')))[0]).toBe(true);
});

it('lists of settings the types to which the menus lead, and no other', async () => {
  const read = () => getDependencies((tracking) => tracking.call('settings', {}));
  expect(await read()).toEqual([true, ['PAGE', 'SETTING']]);
  await publishSettingFields(api.ctx, 'menus', { header: [{ kind: 'link', to: '/blog/one' }], footer: [], legal: [] });
  expect(await read()).toEqual([true, ['BLOG', 'PAGE', 'SETTING']]);
});

it('tells "not found", which is announced when it changes, from a failed read, which is not', async () => {
  const [isAnnounced] = await getDependencies((tracking) => tracking.entries('BLOG', 'item', { slug: 'none' }));
  expect(isAnnounced).toBe(true);
  for (const [kind, status] of [
    ['server', 503],
    ['server', 500],
    ['client', 429],
    ['network', null],
  ] as const) {
    const failing: Client = {
      ...client,
      entries: () => Promise.reject(new ApiFailure(kind, 'failed', status ? { status, requestId: null } : undefined)),
    };
    const [after] = await getDependencies((tracking) => tracking.entries('BLOG', 'list', {}), failing);
    expect([status, after]).toEqual([status, false]);
  }
});
