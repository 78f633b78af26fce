import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isApiFailure } from '../../contract/http/client.ts';
import { shareLinksOfEntry } from '../../contract/studio/share-operations.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { makeUser } from '../../testing/studio.ts';
import { shareLinks } from '../db/studio-tables.ts';
import { readPreviewToken } from './entries/preview-token.ts';
import { findSharedVersion, removeExpiredShareLinks } from './share-links.ts';

const { api, editor } = await setUpEditorApi('Edith');
const author = await makeUser(api.ctx, 'AUTHOR');

const getKey = (address: string) => new URL(address).searchParams.get('key') ?? '';

async function getStatus(call: Promise<unknown>): Promise<number | null> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (!isApiFailure(error)) throw error;
    return error.status;
  }
}

async function makeDraft(title: string): Promise<number> {
  const { id } = await makeEntry(api.ctx, 'APP');
  await save(id, title);
  return id;
}

async function save(id: number, title: string): Promise<void> {
  const { version, content } = await editor.client.call('openEntry', { id });
  await editor.client.call('saveDraft', { id, version, content: { ...content, title } });
}

const shareEntry = (id: number, isPinned: boolean, days = 7) =>
  editor.client.call('createShareLink', { id, days, isPinned });

it('a link shows the latest version, or the pinned one as it was', async () => {
  const id = await makeDraft('First');
  const [latest, pinned] = [await shareEntry(id, false), await shareEntry(id, true)];
  await save(id, 'Second');
  // The save of the pinned version is thinned out after a day.
  await api.ctx.db.execute(sql`delete from draft_saves`);
  const readSharedTitle = async ({ address, link }: Awaited<ReturnType<typeof shareEntry>>) =>
    (await findSharedVersion(api.ctx, link.id, getKey(address))).content.title;
  expect([await readSharedTitle(latest), await readSharedTitle(pinned)]).toEqual(['Second', 'First']);
  expect((await editor.client.call('shareLinks', { id })).items).toMatchObject([
    { id: pinned.link.id, isPinned: true, createdBy: 'Edith' },
    { id: latest.link.id, isPinned: false },
  ]);
});

it('only the hash of a key is stored, and no list tells the key', async () => {
  const id = await makeDraft('Draft');
  const { address } = await shareEntry(id, false);
  expect(address).toMatch(/^https:\/\/site\.example\/studio\/share\/\d+\?key=[\w-]{43}$/);
  const { rows } = await api.ctx.db.execute(sql`select * from share_links`);
  expect(JSON.stringify(rows)).not.toContain(getKey(address));
  expect(JSON.stringify(await editor.client.call('shareLinks', { id }))).not.toContain(getKey(address));
});

it('a wrong, expired or revoked link, and one of another entry, fail alike', async () => {
  const { address, link } = await shareEntry(await makeDraft('Draft'), false);
  const other = await shareEntry(await makeDraft('Other'), false);
  const readFailure = (id: number, key: string) =>
    findSharedVersion(api.ctx, id, key).then(
      () => null,
      ({ code, message }) => `${code} ${message}`,
    );
  const key = getKey(address);
  expect(await readFailure(link.id, key)).toBeNull();
  const failures = [
    await readFailure(link.id, `${key.slice(0, -1)}_`),
    await readFailure(link.id, ''),
    await readFailure(other.link.id, key),
    await readFailure(999_999_999, key),
  ];
  await editor.client.call('revokeShareLink', { id: link.id });
  failures.push(await readFailure(link.id, key));
  const past = sql`now() - interval '1 second'`;
  await api.ctx.db.update(shareLinks).set({ expiresAt: past }).where(eq(shareLinks.id, other.link.id));
  failures.push(await readFailure(other.link.id, getKey(other.address)));
  expect(new Set(failures)).toEqual(new Set([expect.stringMatching(/^not_found This link has expired/)]));
  expect(await removeExpiredShareLinks(api.ctx)).toBe(1);
});

it('who may not write an entry neither shares it nor revokes its links', async () => {
  const id = await makeDraft('Draft');
  const { link } = await shareEntry(id, false);
  const reader = await makeUser(api.ctx, 'READER');
  for (const user of [author, reader]) {
    expect(await getStatus(user.client.call('createShareLink', { id, days: 1, isPinned: false }))).toBe(403);
    expect(await getStatus(user.client.call('revokeShareLink', { id: link.id }))).toBe(403);
  }
  const own = await author.client.call('createEntry', { type: 'APP', title: 'Of the author' });
  const made = await author.client.call('createShareLink', { id: own.id, days: 1, isPinned: false });
  expect(await getStatus(editor.client.call('revokeShareLink', { id: made.link.id }))).toBe(200);
});

it('the links of somebody whose role was taken away end', async () => {
  const owner = await makeUser(api.ctx, 'OWNER');
  const writer = await makeUser(api.ctx, 'AUTHOR');
  const { id } = await writer.client.call('createEntry', { type: 'APP', title: 'Of the author' });
  const { address, link } = await writer.client.call('createShareLink', { id, days: 1, isPinned: false });
  const show = () => findSharedVersion(api.ctx, link.id, getKey(address));
  await owner.client.call('changeUser', { id: writer.id, role: 'EDITOR', isDisabled: false });
  expect((await show()).entryId).toBe(id);
  await owner.client.call('changeUser', { id: writer.id, role: 'READER', isDisabled: false });
  await expect(show()).rejects.toMatchObject({ code: 'not_found' });
});

it('a link is valid for a month at most, and an entry has few links', async () => {
  const id = await makeDraft('Draft');
  expect(await getStatus(shareEntry(id, false, 31))).toBe(400);
  await expect(
    api.ctx.db.execute(sql`insert into share_links (key_sha256, entry_id, schema_version, expires_at)
      values ('x', ${id}, 0, now() + interval '31 days')`),
  ).rejects.toThrow();
  for (let each = 0; each < shareLinksOfEntry; each++) await shareEntry(id, false, 30);
  expect(await getStatus(shareEntry(id, false))).toBe(409);
});

it('a link to a stored revision has a fresh token of at most an hour, and no longer than the link', async () => {
  const { id, revisionId } = await makeEntry(api.ctx, 'APP');
  const { address, link } = await shareEntry(id, false);
  const readLife = async () => {
    const { token } = await findSharedVersion(api.ctx, link.id, getKey(address));
    const read = token && (await readPreviewToken(api.ctx, token));
    return read && { revisionId: read.revisionId, minutes: Math.ceil((read.expires - Date.now()) / 60_000) };
  };
  expect(await readLife()).toEqual({ revisionId, minutes: 60 });
  await api.ctx.db.update(shareLinks).set({ expiresAt: sql`now() + interval '5 minutes'` });
  expect(await readLife()).toEqual({ revisionId, minutes: 5 });
  await save(id, 'A draft');
  expect(await readLife()).toBeNull();
});
