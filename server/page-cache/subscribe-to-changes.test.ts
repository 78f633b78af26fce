import { expect, it } from 'vitest';
import { contentChangeChannel } from '../../api/content/import-export/scheduled-changes.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../testing/makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { type ChangeEvents, subscribeToChanges } from './subscribe-to-changes.ts';

const database = await setUpDatabase();

/** Returns listeners that record every event in order. */
function recordEvents(): ChangeEvents & { told: string[] } {
  const told: string[] = [];
  return {
    told,
    onSubscribed: () => told.push('subscribed'),
    onChange: (tags) => told.push(...tags),
    onLost: () => told.push('lost'),
  };
}

it('announces each kind of content that a transaction changes once, after the commit', async () => {
  const events = recordEvents();
  const changes = subscribeToChanges({ config: database.config, getTimeZone: () => 'UTC' }, events);
  await expect.poll(() => events.told).toEqual(['subscribed']);
  await database.db.transaction(async (db) => {
    const category = await makeCategory({ db }, 'BLOG');
    for (let index = 0; index < 5; index++) await makeEntry({ db }, 'BLOG', { categoryId: category.id });
    await makeEntry({ db }, 'APP');
  });
  await expect.poll(() => events.told.slice(1).sort()).toEqual(['APP', 'BLOG', 'categories']);
  await database.pool.query('truncate personas');
  await expect.poll(() => events.told.at(-1)).toBe('*');
  await changes.stop();
  expect(events.told).not.toContain('lost');
});

it('announces every scheduled change, however close together they are', async () => {
  const events = recordEvents();
  const limits = { queryTimeout: 2_000, heartbeat: 3_600_000 };
  const changes = subscribeToChanges({ config: database.config, getTimeZone: () => 'UTC' }, events, limits);
  await expect.poll(() => events.told).toEqual(['subscribed']);
  const planChanges = () => events.told.filter((tag) => tag === 'PLAN').length;
  // The last moment is late enough to be announced by itself on a busy machine.
  for (const position of [0, 2, 3_000])
    await makeEntry(database, 'PLAN', { position, publishedAt: getTimeFromNow(3_600) });
  // Announcements arrive in the order of commits.
  await database.pool.query('select pg_notify($1, $2)', [contentChangeChannel, 'marker']);
  await expect.poll(() => events.told).toContain('marker');
  const insertions = planChanges();
  await database.pool.query(`update entries set published_at = now() + make_interval(secs => (500 + position) / 1000.0)
    where type = 'PLAN'`);
  // The update is announced once, and the first two of the three moments may be announced together.
  await expect.poll(planChanges).toBeGreaterThanOrEqual(insertions + 1 + 2);
  await changes.stop();
});

it('notices a silent connection, and subscribes again over another', async () => {
  const proxy = await startDatabaseProxy(database.config);
  const events = recordEvents();
  // A busy machine answers within this time.
  const limits = { queryTimeout: 1_500, heartbeat: 50 };
  const changes = subscribeToChanges({ config: proxy.config, getTimeZone: () => 'UTC' }, events, limits);
  await expect.poll(() => events.told.at(-1)).toBe('subscribed');
  const before = events.told.length;
  proxy.silence();
  await expect.poll(() => events.told.slice(before, before + 2)).toEqual(['lost', 'subscribed']);
  await changes.stop();
  await proxy.disconnect();
});
