import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import { openTestApi } from '../../../testing/api.ts';
import {
  bookSampleConsultation,
  findFreeMorning,
  listFreeStarts,
  post,
  setUpBookingApi,
  updateBookingRules,
} from '../../../testing/consultations.ts';

const api = await setUpBookingApi();

const requestSlots = (query: Record<string, string> = {}) =>
  api.get(`/api/consultation/slots?${new URLSearchParams(query)}`);

/** A year of which the clock changes are still ahead. */
const nextYear = new Date().getUTCFullYear() + 1;
/** Returns the last Sunday of a month, 1 to 12. */
function getLastSunday(month: number): string {
  const end = new Date(Date.UTC(nextYear, month, 0));
  return new Date(end.getTime() - end.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
}
const [spring, autumn] = [getLastSunday(3), getLastSunday(10)];

describe('the slots on offer', () => {
  it('are, as installed, the half hours of working days from 09:00 to 17:00, a day to a month ahead', async () => {
    const fresh = await openTestApi();
    const starts = await listFreeStarts(fresh);
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) {
      const { weekday, time } = toLocalTime(start, 'Europe/London');
      expect(weekday).not.toMatch(/^S/);
      expect(time >= '09:00' && time <= '16:30' && /:(?:00|30)$/.test(time), time).toBe(true);
      expect(Date.parse(start)).toBeGreaterThan(Date.now() + 24 * 3_600_000 - 60_000);
      expect(Date.parse(start)).toBeLessThan(Date.now() + 32 * 86_400_000);
    }
    await fresh.close();
  });

  it('keep their local time when the clocks change, both ways', async () => {
    await updateBookingRules(
      api,
      { horizonDays: 800 },
      { 6: [['09:00', '10:00']], 7: [['09:00', '10:00']], 1: [['09:00', '10:00']] },
    );
    for (const day of [spring, autumn]) {
      const from = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      const starts = (await listFreeStarts(api, { from })).slice(0, 6);
      expect(starts.map((start) => toLocalTime(start, 'Europe/London').time)).toEqual([
        '09:00',
        '09:30',
        '09:00',
        '09:30',
        '09:00',
        '09:30',
      ]);
      const [before = '', , on = ''] = starts;
      const hours = (Date.parse(on) - Date.parse(before)) / 3_600_000;
      expect(hours).toBe(day === spring ? 23 : 25);
    }
  });

  it('skip a local time that does not exist at a clock change, and offer a repeated local time once', async () => {
    await updateBookingRules(api, { horizonDays: 800 }, { 7: [['00:30', '03:00']] });
    const listTimesOn = async (day: string) =>
      (await listFreeStarts(api, { from: day })).map((start) => toLocalTime(start, 'Europe/London').time);
    expect(await listTimesOn(spring)).toEqual(['00:30', '02:00', '02:30']);
    expect(await listTimesOn(autumn)).toEqual(['00:30', '01:00', '01:30', '02:00', '02:30']);
  });

  it('are grouped by the days of the requested time zone', async () => {
    const { body } = await requestSlots({ timeZone: 'Pacific/Kiritimati' });
    expect(body).toMatchObject({ timeZone: 'Pacific/Kiritimati', officeTimeZone: 'Europe/London', slotMinutes: 30 });
    for (const { date, slots } of body.days)
      for (const { start, end } of slots) {
        expect(toLocalTime(start, 'Pacific/Kiritimati').date).toBe(date);
        expect(Date.parse(end) - Date.parse(start)).toBe(30 * 60_000);
      }
  });

  it('are paged by weeks, from the first free day to the last and back, each once', async () => {
    await updateBookingRules(api, { horizonDays: 25 });
    const seen: string[] = [];
    let from: string | undefined;
    let back: string | null = null;
    do {
      const {
        body,
      }: { body: { next: string | null; previous: string | null; days: { slots: { start: string }[] }[] } } =
        await requestSlots(from ? { from } : {});
      seen.push(...body.days.flatMap(({ slots }) => slots.map(({ start }) => start)));
      from = body.next ?? undefined;
      back = body.previous;
    } while (from);
    expect(seen.length).toBeGreaterThan(24 * 46);
    expect([...new Set(seen)].sort()).toEqual(seen);
    expect((await listFreeStarts(api, { from: back ?? '' })).length).toBeGreaterThan(0);
  });

  it('are none on a day off, within the lead time or beyond the horizon', async () => {
    const [first = ''] = await listFreeStarts(api);
    const { date } = toLocalTime(first, 'Europe/London');
    const tomorrow = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    await api.ctx.db.execute(sql`insert into consultation_days_off values (${tomorrow}, 'Stocktaking')`);
    const starts = await listFreeStarts(api);
    expect(starts.some((start) => toLocalTime(start, 'Europe/London').date === tomorrow)).toBe(false);
    expect(starts.length).toBeGreaterThan(0);

    await updateBookingRules(api, { noticeMinutes: 3 * 1440, horizonDays: 5 });
    const later = await listFreeStarts(api);
    expect(Date.parse(later[0] ?? '')).toBeGreaterThanOrEqual(Date.now() + 3 * 86_400_000 - 60_000);
    expect(Date.parse(later.at(-1) ?? '')).toBeLessThan(Date.now() + 7 * 86_400_000);
  });

  it('end with the working hours, at any length and step', async () => {
    await updateBookingRules(
      api,
      { lengthMinutes: 45, stepMinutes: 20 },
      { 1: [['09:00', '11:00']], 2: [['09:00', '09:30']] },
    );
    // From tomorrow on: of today's hours, some may lie within the lead time.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const times = (await listFreeStarts(api, { from: tomorrow })).map((start) => toLocalTime(start, 'Europe/London'));
    expect(times.map(({ weekday, time }) => `${weekday} ${time}`)).toEqual([
      'Monday 09:00',
      'Monday 09:20',
      'Monday 09:40',
      'Monday 10:00',
    ]);
  });

  it('are free as long as one adviser is free', async () => {
    await updateBookingRules(api, { lengthMinutes: 60, stepMinutes: 30, advisers: 2 });
    const slot = await findFreeMorning(api);
    await bookSampleConsultation(api, slot);
    expect(await listFreeStarts(api)).toContain(slot);
    await bookSampleConsultation(api, slot);
    const near = [-30, 0, 30].map((minutes) => new Date(Date.parse(slot) + minutes * 60_000).toISOString());
    const free = await listFreeStarts(api);
    for (const start of near) expect(free).not.toContain(start);
    expect(free).toContain(new Date(Date.parse(slot) + 60 * 60_000).toISOString());
  });

  it('are an empty answer when no hours are open', async () => {
    await updateBookingRules(api, {}, {});
    expect((await requestSlots()).body).toMatchObject({ days: [], previous: null, next: null });
  });

  it('are refused for an invalid zone or date', async () => {
    for (const wrong of [
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+01:00' },
      { from: '2026-02-31' },
      { from: '0000-01-01' },
    ])
      expect((await api.get(`/api/consultation/slots?${new URLSearchParams(Object.entries(wrong))}`)).status).toBe(400);
  });

  it('use the time zone of the settings', async () => {
    await updateBookingRules(api, { timeZone: 'Asia/Kolkata' }, { 3: [['09:00', '10:00']] });
    const starts = await listFreeStarts(api);
    expect(new Set(starts.map((start) => toLocalTime(start, 'Asia/Kolkata').time))).toEqual(
      new Set(['09:00', '09:30']),
    );
    expect((await post(api, 'hold', { slot: starts[0], timeZone: 'Europe/London' })).status).toBe(200);
  });
});
