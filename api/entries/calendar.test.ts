import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { listCalendarItems } from './calendar.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(() => api.database.empty());
afterAll(() => api.close());

const read = async (month: string, timeZone: string) => {
  const { items } = await listCalendarItems({ ...api.ctx, company: { ...api.ctx.company, timeZone } }, { month });
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
