import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentChangeChannel } from '../../api/content/next-due.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { inSeconds, makeCategory, makeEntry } from '../../testing/makers.ts';
import { type ChangeEvents, subscribeToChanges } from './subscribe-to-changes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Keeps what was told, in order. */
function keepingEvents(): ChangeEvents & { told: string[] } {
  const told: string[] = [];
  return {
    told,
    onSubscribed: () => told.push('subscribed'),
    onChange: (tags) => told.push(...tags),
    onLost: () => told.push('lost'),
  };
}

/** A way to the database over TCP that can fall silent without being closed. */
async function openWay(): Promise<{ config: pg.ClientConfig; silence(): void; server: Server }> {
  const { host, port, user = '', database: name = '', password } = new pg.Client(database.config);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const present = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      present.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        present.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const way = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    config: { ...way, user, database: name, ...(password ? { password } : {}) },
    silence: () => {
      for (const socket of present) socket.unpipe().pause();
    },
    server,
  };
}

it('tells each kind that a transaction changed, once, and when it is committed', async () => {
  const events = keepingEvents();
  const changes = subscribeToChanges({ config: database.config, timeZone: 'UTC' }, events);
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

it('tells every moment at which something becomes due, however close together they are', async () => {
  const events = keepingEvents();
  const changes = subscribeToChanges({ config: database.config, timeZone: 'UTC' }, events);
  await expect.poll(() => events.told).toEqual(['subscribed']);
  const at = inSeconds(2);
  for (const offset of [0, 2, 400])
    await makeEntry(database, 'PLAN', { publishedAt: new Date(at.getTime() + offset), withdrawnAt: inSeconds(60) });
  const told = () => events.told.filter((tag) => tag === 'PLAN').length;
  // Announcements arrive in the order of commits.
  await database.pool.query('select pg_notify($1, $2)', [contentChangeChannel, 'marker']);
  await expect.poll(() => events.told).toContain('marker');
  const announced = told();
  expect(Date.now()).toBeLessThan(at.getTime());
  await expect.poll(told, { timeout: 4_000 }).toBeGreaterThanOrEqual(announced + 2);
  expect(Date.now()).toBeLessThan(at.getTime() + 800);
  await changes.stop();
});

it('notices within 5 s that its connection fell silent, and hears again over another', {
  timeout: 30_000,
}, async () => {
  const { config, silence, server } = await openWay();
  const events = keepingEvents();
  const changes = subscribeToChanges({ config, timeZone: 'UTC' }, events);
  await expect.poll(() => events.told, { timeout: 5_000 }).toEqual(['subscribed']);
  silence();
  await expect.poll(() => events.told, { timeout: 5_000 }).toContain('lost');
  await expect.poll(() => events.told, { timeout: 5_000 }).toEqual(['subscribed', 'lost', 'subscribed']);
  await changes.stop();
  server.close();
});
