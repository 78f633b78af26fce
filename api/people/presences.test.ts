import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { presenceLimits } from '../../contract/studio/presence.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeSubmission } from '../../testing/message-makers.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { makeUser } from '../../testing/studio.ts';
import { entries, presences, sessions, users } from '../db/index.ts';
import { enterPage, leavePage, refreshPresences } from './presences.ts';
import { findSession } from './sessions.ts';

const api = await setUpApi();
const makeActor = async (name: string) => {
  const found = await findSession(api.ctx, (await makeUser(api.ctx, 'EDITOR', name)).token);
  if (!found) throw new Error('There is no session');
  return found;
};
const actors = { ada: await makeActor('Ada'), grace: await makeActor('Grace') };

/** Returns what a server that streams to these pages tells them. */
const refresh = async (...ids: string[]) => {
  const found = await refreshPresences(api.ctx, ids);
  return ids.map(
    (id) => found.get(id)?.people.map(({ name, isWriting }) => (isWriting ? `${name} writes` : name)) ?? null,
  );
};

it('each page is told the other people who have its entry open, once each, until they leave', async () => {
  const [entry, other] = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
  const enter = (who: 'ada' | 'grace', { id }: { id: number }) => enterPage(api.ctx, { entryId: id }, actors[who]);
  const ada = await enter('ada', entry);
  const graces = [await enter('grace', entry), await enter('grace', entry)];
  const elsewhere = await enter('grace', other);
  // One statement for each server: each confirms its own pages and sees those of all.
  expect(await refresh(ada)).toEqual([['Grace']]);
  expect(await refresh(...graces, elsewhere)).toEqual([['Ada'], ['Ada'], []]);
  for (const page of graces) await leavePage(api.ctx, page);
  expect(await refresh(ada)).toEqual([[]]);
});

it('an entry that is being removed is not found', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  let failure: Promise<unknown> | undefined;
  await api.ctx.db.transaction(async (db) => {
    await db.delete(entries).where(eq(entries.id, id));
    failure = enterPage(api.ctx, { entryId: id }, actors.ada).catch((error: unknown) => error);
    const countWaiting = () => db.execute(sql`select from pg_locks where not granted`);
    await expect.poll(async () => (await countWaiting()).rowCount).toBe(1);
  });
  expect(await failure).toMatchObject({ code: 'not_found' });
});

it('a page whose session has just ended is refused', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const ended = { ...actors.ada, sessionId: '00000000-0000-4000-8000-000000000000' };
  await expect(enterPage(api.ctx, { entryId: id }, ended)).rejects.toMatchObject({ code: 'unauthorized' });
});

it('a page whose server does not confirm it any more is gone after half a minute of the database’s clock', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const [ada, grace] = [
    await enterPage(api.ctx, { entryId: id }, actors.ada),
    await enterPage(api.ctx, { entryId: id }, actors.grace),
  ];
  await api.ctx.db.update(presences).set({ seenAt: sql`now() - interval '31 seconds'` });
  expect(await refresh(ada)).toEqual([[]]);
  expect(await refresh(grace)).toEqual([['Ada']]);
  await api.ctx.db.update(presences).set({ seenAt: sql`now() - interval '31 seconds'` });
  await enterPage(api.ctx, { entryId: id }, actors.ada);
  expect(await api.ctx.db.$count(presences)).toBe(1);
});

it('a session that has ended, and a user who was disabled, have nothing open', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const [ada, grace] = [
    await enterPage(api.ctx, { entryId: id }, actors.ada),
    await enterPage(api.ctx, { entryId: id }, actors.grace),
  ];
  const { db } = api.ctx;
  const own = sql`user_id = ${actors.grace.userId}`;
  await db.update(sessions).set({ seenAt: sql`now() - interval '2 hours'` }).where(own);
  expect(await refresh(ada, grace)).toEqual([[], null]);
  await db.update(sessions).set({ seenAt: sql`now()` }).where(own);
  await db.update(users).set({ disabledAt: sql`now()` }).where(sql`id = ${actors.grace.userId}`);
  expect(await refresh(ada, grace)).toEqual([[], null]);
  await db.update(users).set({ disabledAt: null });
  expect(await refresh(ada, grace)).toEqual([['Grace'], ['Ada']]);
});

it('an unknown entry and too many open pages are refused', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  await expect(enterPage(api.ctx, { entryId: 999_999_999 }, actors.ada)).rejects.toMatchObject({ code: 'not_found' });
  await api.ctx.db.delete(presences);
  for (let page = 0; page < presenceLimits.perSession; page += 1) await enterPage(api.ctx, { entryId: id }, actors.ada);
  await expect(enterPage(api.ctx, { entryId: id }, actors.ada)).rejects.toMatchObject({ code: 'too_many_requests' });
  await enterPage(api.ctx, { entryId: id }, actors.grace);
  await api.ctx.db.execute(sql`
    insert into ${presences} (entry_id, session_id)
    select ${id}, ${actors.ada.sessionId}::uuid from generate_series(1, ${presenceLimits.total})`);
  await expect(enterPage(api.ctx, { entryId: id }, actors.grace)).rejects.toMatchObject({ code: 'too_many_requests' });
});

it('people who have a message open are told of each other, and of who writes an answer', async () => {
  await api.ctx.db.delete(presences);
  const { reference } = await makeSubmission(api.ctx);
  const ada = await enterPage(api.ctx, { reference, isWriting: false }, actors.ada);
  const graces = [false, true].map((isWriting) =>
    enterPage(api.ctx, { reference: reference.toLowerCase(), isWriting }, actors.grace),
  );
  const [reads = '', writes = ''] = await Promise.all(graces);
  expect(await refresh(ada, writes)).toEqual([['Grace writes'], ['Ada']]);
  await leavePage(api.ctx, writes);
  expect(await refresh(ada, reads)).toEqual([['Grace'], ['Ada']]);
  const unknown = enterPage(api.ctx, { reference: '0000-0000', isWriting: false }, actors.ada);
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});
