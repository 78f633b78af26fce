import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { getTimeFromNow, makeEntry, passTime } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure } from '../../../testing/studio.ts';
import { entries } from '../../db/tables.ts';
import { listCalendarItems } from './calendar.ts';

const { api, editor, call } = await setUpEditorApi();
const getStatus = async (slug: string) => (await api.get(getEntryUrl('PAGE', 'item', { slug }))).status;

async function change(id: number, kind: ScheduleKind, at: Date | null) {
  const { entry } = await call('openEntry', { id });
  return call('changeSchedule', { id, version: entry.version, kind, at: at?.toISOString() ?? null });
}

/** Saves a title and publishes it at a time. */
async function scheduleTitle(id: number, title: string, at: Date) {
  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, title, summary: 'Summary' } });
  return call('scheduleEntry', { id, version: saved.version, at: at.toISOString() });
}

async function undoLast(id: number) {
  const { lastAct } = await call('openEntry', { id });
  return call('undoAct', { id: lastAct?.id ?? 0 });
}

describe('a scheduled withdrawal', () => {
  it('takes the entry from visitors at its moment, without a worker, and from lists and their counts', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'APP');
    const list = async () => (await api.get(getEntryUrl('APP', 'list'))).body;
    expect(await list()).toMatchObject({ total: 1, items: [{ slug }] });
    const at = getTimeFromNow(2);
    expect(await change(id, 'WITHDRAWAL', at)).toMatchObject({
      entry: { state: 'PUBLISHED', withdrawnAt: at.toISOString() },
      lastAct: { kind: 'SCHEDULE_WITHDRAWAL' },
    });
    const readStatus = async () => (await api.get(getEntryUrl('APP', 'item', { slug }))).status;
    await expect.poll(readStatus).toBe(410);
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
    expect(await list()).toMatchObject({ total: 0, items: [] });
    expect((await call('openEntry', { id })).entry.state).toBe('WITHDRAWN');
  });

  it('is moved, cancelled, and given back by an undo', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    await change(id, 'WITHDRAWAL', getTimeFromNow(600));
    const later = getTimeFromNow(1_200);
    expect(await change(id, 'WITHDRAWAL', later)).toMatchObject({
      entry: { withdrawnAt: later.toISOString() },
      lastAct: { kind: 'MOVE_SCHEDULE' },
    });
    expect((await change(id, 'WITHDRAWAL', null)).entry.withdrawnAt).toBeNull();
    expect((await undoLast(id)).entry.withdrawnAt).toBe(later.toISOString());
    expect(await getStatus(slug)).toBe(200);
  });

  it('stays when a new text is published, and refuses a text that would appear after it', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    const at = getTimeFromNow(600);
    await change(id, 'WITHDRAWAL', at);
    const { version, content } = await call('openEntry', { id });
    const saved = await call('saveDraft', { id, version, content: { ...content, title: 'Second' } });
    expect(await call('publishEntry', { id, version: saved.version })).toMatchObject({
      entry: { title: 'Second', withdrawnAt: at.toISOString() },
    });
    expect(await getStatus(slug)).toBe(200);
    const failure = await getFailure(scheduleTitle(id, 'Third', getTimeFromNow(601)));
    expect(failure).toMatchObject({ code: 'bad_request', fields: [{ path: 'at' }] });
  });

  it('is refused for an entry that visitors will not see by then', async () => {
    const draft = await call('createEntry', { type: 'PAGE', title: 'Draft' });
    expect((await getFailure(change(draft.id, 'WITHDRAWAL', getTimeFromNow(60)))).code).toBe('conflict');
    const withdrawn = await makeEntry(api.ctx, 'PAGE', { withdrawnAt: getTimeFromNow(-60) });
    expect((await getFailure(change(withdrawn.id, 'WITHDRAWAL', getTimeFromNow(60)))).code).toBe('conflict');
    const planned = await makeEntry(api.ctx, 'PAGE', { publishedAt: getTimeFromNow(120) });
    for (const at of [getTimeFromNow(-1), getTimeFromNow(60)])
      expect(await getFailure(change(planned.id, 'WITHDRAWAL', at))).toMatchObject({ fields: [{ path: 'at' }] });
  });
});

describe('a scheduled publication', () => {
  it('is moved, and shows the entry at its new moment', async () => {
    const { id } = await call('createEntry', { type: 'PAGE', title: 'Moved' });
    await scheduleTitle(id, 'Moved', getTimeFromNow(600));
    expect(await getStatus('moved')).toBe(404);
    await change(id, 'PUBLICATION', getTimeFromNow(300));
    await passTime(api.ctx, id, 299);
    expect(await getStatus('moved')).toBe(404);
    await passTime(api.ctx, id, 1);
    expect(await getStatus('moved')).toBe(200);
  });

  it('that is cancelled leaves the draft, and an undo schedules it again', async () => {
    const { id } = await call('createEntry', { type: 'PAGE', title: 'Cancelled' });
    const at = getTimeFromNow(600);
    const { content } = await scheduleTitle(id, 'Cancelled', at);
    expect(await change(id, 'PUBLICATION', null)).toMatchObject({
      entry: { state: 'DRAFT', publishedAt: null },
      content,
    });
    const undone = await undoLast(id);
    expect(undone).toMatchObject({ entry: { state: 'SCHEDULED', isChanged: false, publishedAt: at.toISOString() } });
  });

  it('of a withdrawn entry shows it again at its moment', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE', { withdrawnAt: getTimeFromNow(-60) });
    await scheduleTitle(id, 'Back', getTimeFromNow(600));
    await passTime(api.ctx, id, 600);
    expect(await getStatus(slug)).toBe(200);
  });

  it('of a withdrawn entry that is cancelled leaves it withdrawn, with the new text as its draft', async () => {
    const withdrawnAt = getTimeFromNow(-60);
    const { id, slug } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Seen' }, withdrawnAt });
    await scheduleTitle(id, 'Never back', getTimeFromNow(600));
    const cancelled = await change(id, 'PUBLICATION', null);
    expect(cancelled).toMatchObject({
      entry: { state: 'WITHDRAWN', isChanged: true, withdrawnAt: withdrawnAt.toISOString() },
      content: { title: 'Never back' },
    });
    expect(await getStatus(slug)).toBe(410);
    expect((await getFailure(call('deleteEntry', { id, version: cancelled.version }))).code).toBe('conflict');
    expect((await undoLast(id)).entry).toMatchObject({ state: 'SCHEDULED', isChanged: false });

    const { version } = (await change(id, 'PUBLICATION', null)).entry;
    await call('withdrawEntry', { id, version, isWithdrawn: false });
    expect((await api.get('/api/search/list?q=seen')).body).toMatchObject({ total: 1, items: [{ slug }] });
  });
});

describe('a scheduled next text', () => {
  it('is moved and cancelled, and the text is the draft then, beside one that was begun since', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'First' } });
    await scheduleTitle(id, 'Second', getTimeFromNow(600));
    const later = getTimeFromNow(1_200);
    expect((await change(id, 'NEXT_TEXT', later)).entry.nextAt).toBe(later.toISOString());
    expect(await change(id, 'NEXT_TEXT', null)).toMatchObject({
      entry: { nextAt: null, isChanged: true },
      content: { title: 'Second' },
    });
    expect((await api.get(getEntryUrl('PAGE', 'item', { slug }))).body.title).toBe('First');

    await scheduleTitle(id, 'Third', later);
    const { version, content } = await call('openEntry', { id });
    await call('saveDraft', { id, version, content: { ...content, title: 'Fourth' } });
    expect((await change(id, 'NEXT_TEXT', null)).content.title).toBe('Fourth');
  });
});

it('is not changed where somebody else did something meanwhile, or its time has passed', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE', { withdrawnAt: getTimeFromNow(600) });
  const { entry } = await call('openEntry', { id });
  await change(id, 'WITHDRAWAL', getTimeFromNow(1_200));
  const stale = call('changeSchedule', { id, version: entry.version, kind: 'WITHDRAWAL', at: null });
  expect((await getFailure(stale)).code).toBe('conflict');
  for (const kind of ['PUBLICATION', 'NEXT_TEXT'] as const)
    expect((await getFailure(change(id, kind, getTimeFromNow(60)))).code).toBe('conflict');
});

it('is found in the list by its state and shown in the calendar', async () => {
  const at = new Date('2090-03-04T10:00:00Z');
  const { id, slug } = await makeEntry(api.ctx, 'PAGE', { withdrawnAt: at });
  await makeEntry(api.ctx, 'PAGE');
  const scheduled = await call('listContent', { state: 'SCHEDULED' });
  expect(scheduled.items.map((item) => item.slug)).toEqual([slug]);
  expect((await call('listContent', { state: 'PUBLISHED' })).total).toBe(2);
  const { items } = await call('calendar', { from: '2090-03-01', days: 31 });
  expect(items).toMatchObject([{ id, kind: 'WITHDRAWAL' }]);
});

const read = async (month: string, timeZone: string) => {
  const ctx = { ...api.ctx, company: { ...api.ctx.company, timeZone } };
  const { items } = await listCalendarItems(ctx, { from: `${month}-01`, days: 31 });
  return items.map(({ id, kind, day, at }) => [id, kind, day, at]);
};

it('shows publications, next texts and withdrawals of a month, each once', async () => {
  const { id } = await makeEntry(api.ctx, 'BLOG', {
    publishedAt: new Date('2026-03-02T10:00:00Z'),
    withdrawnAt: new Date('2090-03-04T10:00:00Z'),
    next: { at: new Date('2090-03-03T10:00:00Z'), text: { title: 'Next' } },
  });
  const { id: planned } = await makeEntry(api.ctx, 'PAGE', { publishedAt: new Date('2090-03-01T00:00:00Z') });
  await makeEntry(api.ctx, 'PAGE', { publishedAt: null });
  expect(await read('2026-03', 'UTC')).toEqual([[id, 'PUBLISHED', '2026-03-02', '2026-03-02T10:00:00Z']]);
  expect(await read('2090-03', 'UTC')).toEqual([
    [planned, 'SCHEDULED', '2090-03-01', '2090-03-01T00:00:00Z'],
    [id, 'NEXT_TEXT', '2090-03-03', '2090-03-03T10:00:00Z'],
    [id, 'WITHDRAWAL', '2090-03-04', '2090-03-04T10:00:00Z'],
  ]);
});

it('takes days and months from the time zone of the company', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE', { publishedAt: new Date('2026-03-31T22:30:00Z') });
  expect(await read('2026-03', 'Europe/Berlin')).toEqual([]);
  expect(await read('2026-04', 'Europe/Berlin')).toEqual([[id, 'PUBLISHED', '2026-04-01', '2026-03-31T22:30:00Z']]);
  expect(await read('2026-03', 'UTC')).toEqual([[id, 'PUBLISHED', '2026-03-31', '2026-03-31T22:30:00Z']]);
});

it('shows what visitors saw change: earlier texts and withdrawals too, and nothing that they do not see', async () => {
  const { id } = await makeEntry(api.ctx, 'APP', { publishedAt: new Date('2026-03-02T10:00:00Z') });
  const { version, content } = await editor.client.call('openEntry', { id });
  const saved = await editor.client.call('saveDraft', { id, version, content: { ...content, title: 'Second' } });
  await editor.client.call('publishEntry', { id, version: saved.version });
  const readVersion = async () => (await editor.client.call('openEntry', { id })).entry.version;
  await editor.client.call('withdrawEntry', { id, version: await readVersion(), isWithdrawn: true });
  await editor.client.call('withdrawEntry', { id, version: await readVersion(), isWithdrawn: false });
  // Another place in the list is no change of the entry's page, and a withdrawn entry has no next text.
  await api.ctx.db.update(entries).set({ position: 7 }).where(eq(entries.id, id));
  await makeEntry(api.ctx, 'APP', {
    publishedAt: new Date('2026-01-01T00:00:00Z'),
    withdrawnAt: new Date('2026-01-02T00:00:00Z'),
    next: { at: getTimeFromNow(60), text: { title: 'Never seen' } },
  });
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { items } = await editor.client.call('calendar', { from, days: 3 });
  expect(items.map(({ kind, title }) => [kind, title])).toEqual([
    ['NEXT_TEXT', 'Second'],
    ['WITHDRAWN', 'Second'],
    ['PUBLISHED', 'Second'],
  ]);
});
