import { expect, it } from 'vitest';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { StudioInput, StudioOutput } from '../../../contract/studio/client.ts';
import { type StudioOperationName, studioOperations } from '../../../contract/studio/operations.ts';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { getTimeFromNow } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../../testing/studio.ts';
import { proveStudioAccess } from '../../../testing/studio-access.ts';

const { api, call } = await setUpEditorApi();

it('every operation of the Studio is allowed and refused as the permission matrix says', async () => {
  const send: Parameters<typeof proveStudioAccess>[1] = async (request) => {
    const answer = await api.app.inject({ ...request, remoteAddress: getUniqueIpAddress() });
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location ?? null };
  };
  const { checked, wrong } = await proveStudioAccess(api.ctx.db, send, { withScreens: false });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(400);
});

const createDrawing = (name: string, width: number) =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 9"><rect width="9" height="9"/></svg>`],
    name,
  );

/** Creates an entry of an author, and returns its id and version. */
async function makeDraft({ client }: TestUser, title: string, body: string) {
  const { id } = await client.call('createEntry', { type: 'PAGE', title });
  const { version, content } = await client.call('openEntry', { id });
  const saved = await client.call('saveDraft', { id, version, content: { ...content, summary: 'A summary', body } });
  return { id, version: saved.version };
}

const wholeTables = ['categories', 'entry_counts', 'former_slugs', 'interests', 'outbox', 'redirects', 'search_words'];

/** Returns every row from which public pages, mails and redirects are made. */
async function readPublicState(): Promise<unknown[]> {
  const shown = 'select live_revision_id from entries union select next_revision_id from entries';
  const used = "select name from picture_uses where place <> 'DRAFT'";
  const queries = [
    'select * from entries where published_at is not null order by id',
    `select * from revisions where id in (${shown}) order by id`,
    `select * from media where name in (${used}) order by name`,
    // A narrow drawing is shown because of its name.
    `select name from media where replace(name, '-narrow', '') in (${used}) order by name`,
    ...wholeTables.map((table) => `select to_jsonb(t) from ${table} t order by 1`),
  ];
  const rows: unknown[] = [];
  for (const query of queries) rows.push((await api.database.pool.query(query)).rows);
  return rows;
}

it('nothing that an author may call changes what visitors see, of their own entries either', async () => {
  const author = await makeUser(api.ctx, 'AUTHOR');
  const called = new Set<string>();
  /** Calls an operation as the author; returns null if it is refused. */
  async function act<N extends StudioOperationName>(name: N, input: StudioInput<N>): Promise<StudioOutput<N> | null> {
    called.add(name);
    return author.client.call(name, input).catch((error: unknown) => {
      if (!isApiFailure(error) || (error.status ?? 500) >= 500) throw error;
      return null;
    });
  }

  const [picture] = await author.client.uploadPictures([createDrawing('own.svg', 10)]);
  const body = `![A box](media/${picture?.name})\n`;
  const published = await makeDraft(author, 'Published', body);
  await call('publishEntry', published);
  const scheduled = await makeDraft(author, 'Scheduled', body);
  await call('scheduleEntry', { ...scheduled, at: getTimeFromNow(3_600).toISOString() });
  const { entry } = await call('openEntry', { id: published.id });
  await call('renameEntry', { id: published.id, version: entry.version, slug: 'renamed' });
  const { id: idea } = await makeDraft(author, 'Idea', body);
  const before = await readPublicState();

  for (const slug of ['published', 'renamed', 'scheduled', 'another'])
    await act('createEntry', { type: 'PAGE', title: 'Squatter', slug });
  for (const id of [published.id, scheduled.id, idea]) {
    const first = await author.client.call('openEntry', { id });
    const content = { ...first.content, title: 'Changed', body: 'Changed\n', position: 9 };
    const saved = await act('saveDraft', { id, version: first.version, content });
    expect(saved?.result).toBe('SAVED');
    const version = saved?.version ?? '';
    await act('submitDraft', { id, message: '' });
    await act('keepVersion', { id, version, label: 'Kept' });
    const shared = await act('createShareLink', { id, days: 1, isPinned: true });
    await act('revokeShareLink', { id: shared?.link.id ?? 0 });
    await act('restoreVersion', { id, version, restored: first.version });
    const { version: restored } = await author.client.call('openEntry', { id });
    await act('discardDraft', { id, version: restored });
    const { version: last } = await author.client.call('openEntry', { id });
    expect((await act('deleteEntry', { id, version: last })) !== null).toBe(id === idea);
    expect((await act('restoreEntry', { id })) !== null).toBe(id === idea);
  }
  called.add('uploadPictures');
  for (const name of ['own-narrow.svg', 'own.svg'])
    await author.client.uploadPictures([createDrawing(name, 20)]).catch(() => null);
  await act('describePicture', { name: 'own.svg', version: 1, alt: 'Changed', focusX: 0, focusY: 0 });

  expect(await readPublicState()).toEqual(before);
  const writes = Object.entries(studioOperations).filter(([, { permission }]) => permission === 'write-drafts');
  expect([...called].sort()).toEqual(writes.map(([name]) => name).sort());
});
