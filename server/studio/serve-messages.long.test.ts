import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions } from '../../api/db/studio-tables.ts';
import { type MessageNews, messageEventLimits, messageEventsPath } from '../../contract/studio/message-events.ts';
import { getMessageFilePath } from '../../contract/studio/message-file-path.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeFile, makeSubmission } from '../../testing/message-makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { makeUser } from '../../testing/studio.ts';
import { setUpSite } from '../../testing/test-site.ts';

const database = await setUpDatabase();
const site = await setUpSite({ database });
const ctx = createApiContext(database.db, site.dataFolder);
const ada = await makeUser(ctx, 'OPERATOR', 'Ada');
const editor = await makeUser(ctx, 'EDITOR', 'Eve');

const request = (path: string, { token }: { token: string }, signal?: AbortSignal) =>
  fetch(site.address + path, { headers: { cookie: `studio=${token}` }, signal: signal ?? null });

it('the frame is told of new messages and of acts, until its session ends', async () => {
  const answer = await request(messageEventsPath, ada);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const ended = (async () => {
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString();
  })();
  const listNews = () =>
    [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json) as MessageNews);
  await expect.poll(() => listNews().at(-1)?.counts.open).toBe(0);
  const { reference } = await makeSubmission(database);
  await expect.poll(() => listNews().at(-1)?.counts, { timeout: 8_000 }).toMatchObject({ open: 1, unassigned: 1 });
  const before = listNews().at(-1)?.version;
  await ada.client.call('noteMessage', { reference, text: 'Call.' });
  await expect.poll(() => listNews().at(-1)?.version, { timeout: 8_000 }).not.toBe(before);
  await database.db.delete(sessions).where(eq(sessions.userId, ada.id));
  await ended;
  expect(text).toMatch(/event: end\ndata:\n\n$/);
});

it('only people who may read messages have a stream and files, and each a limited number of streams', async () => {
  const ctx = createApiContext(database.db, site.dataFolder);
  const grace = await makeUser(ctx, 'OWNER', 'Grace');
  const { token } = await makeFile(database);
  expect((await request(messageEventsPath, editor)).status).toBe(403);
  expect((await request(messageEventsPath, { token: 'nobody' })).status).toBe(401);
  expect((await request(getMessageFilePath(token), editor)).status).toBe(403);
  expect((await request(getMessageFilePath(token), { token: 'nobody' })).status).toBe(401);
  expect((await request(getMessageFilePath('x'), grace)).status).toBe(404);
  const leaving = new AbortController();
  const open = () => request(messageEventsPath, grace, leaving.signal);
  for (let each = 0; each < messageEventLimits.perSession; each += 1) expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(429);
  leaving.abort();
});

it('a file is saved under its clean name and never opened, except a picture that is asked for', async () => {
  const ctx = createApiContext(database.db, site.dataFolder);
  const grace = await makeUser(ctx, 'OWNER', 'Grace');
  const file = await makeFile(database, { name: 'plan "A"\u202e 計画.docx', contentType: 'text/html' });
  const picture = await makeFile(database, { name: 'hall.png', contentType: 'image/png' });
  for (const { storageKey } of [file, picture]) await ctx.files.put(storageKey, Buffer.from('<script>'), 'x');
  const { headers } = await request(`${getMessageFilePath(file.token)}?show`, grace);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename="plan _A_ __.docx"; filename*=UTF-8''plan%20%22A%22%20${encodeURIComponent('計画')}.docx`,
  });
  const shown = await request(`${getMessageFilePath(picture.token)}?show`, grace);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('content-disposition')).toBe('inline');
  const saved = await request(getMessageFilePath(picture.token), grace);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /);
});
