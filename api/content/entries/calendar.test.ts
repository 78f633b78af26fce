import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { entries } from '../../db/tables.ts';
import { listCalendarItems } from './calendar.ts';

const { api, editor } = await setUpEditorApi();

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
