import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions } from '../../api/db/studio-tables.ts';
import { getEntryPresencePath, type OtherPerson } from '../../contract/studio/presence.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { createHttpStudioClient, makeUser, type TestUser } from '../../testing/studio.ts';
import { setUpSite, type TestSite } from '../../testing/test-site.ts';

// Two servers on one database, as behind a load balancer.
const database = await setUpDatabase();
const first = await setUpSite({ database });
const second = await setUpSite({ database });
const ctx = createApiContext(database.db, first.dataFolder);
const ada = await makeUser(ctx, 'READER', 'Ada');
const grace = await makeUser(ctx, 'EDITOR', 'Grace');

const request = (server: TestSite, path: string, token: string, signal?: AbortSignal) =>
  fetch(server.address + path, { headers: { cookie: `studio=${token}` }, signal: signal ?? null });

/** Opens the stream of an entry as a page does. */
async function openStream(server: TestSite, { token }: TestUser, entryId: number) {
  const leaving = new AbortController();
  const answer = await request(server, getEntryPresencePath(entryId), token, leaving.signal);
  expect(answer.status).toBe(200);
  let text = '';
  const ended = (async () => {
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString();
  })().then(
    () => 'ended',
    () => 'cut off',
  );
  return {
    headers: answer.headers,
    ended,
    leave: () => leaving.abort(),
    /** Waits until the latest event is this one. */
    async expectLast(event: string) {
      await expect.poll(() => text.trim().split('\n\n').at(-1)).toBe(event);
    },
  };
}

it('people on two servers are told of each other, of the end of a session, and of the end of the server', async () => {
  const { id } = await makeEntry(database, 'PAGE');
  const {
    entry: { version },
  } = await createHttpStudioClient(first.address, ada.token).call('openEntry', { id });
  const own = await openStream(first, ada, id);
  const told = (...people: OtherPerson[]) => `data: ${JSON.stringify({ people, version })}`;
  await own.expectLast(told());
  expect(Object.fromEntries(own.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const other = await openStream(second, grace, id);
  await other.expectLast(told({ name: 'Ada', isWriting: false }));
  await own.expectLast(told({ name: 'Grace', isWriting: false }));
  other.leave();
  await own.expectLast(told());

  const again = await openStream(second, grace, id);
  await database.db.delete(sessions).where(eq(sessions.userId, grace.id));
  await again.expectLast('event: end\ndata:');
  expect(await again.ended).toBe('ended');
  // A server closes when its last connection ends, so a stream that stayed open would keep it from closing.
  await first.close();
  expect(await own.ended).toBe('ended');
});

it('only people who are signed in have a stream, and only of an entry that exists', async () => {
  const { id } = await makeEntry(database, 'PAGE');
  const answers = [
    await request(second, getEntryPresencePath(id), 'nobody'),
    await request(second, getEntryPresencePath(999_999_999), ada.token),
    await request(second, '/studio/presence/x', ada.token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404]);
});
