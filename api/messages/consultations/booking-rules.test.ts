import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpApi } from '../../../testing/set-up.ts';
import { consultationDaysOff, consultationHours, consultationSettings } from '../../db/consultation-tables.ts';
import { setBookingRules, setDayOff } from './booking-rules.ts';
import { isTimeZoneConsistent } from './is-time-zone-consistent.ts';

const api = await setUpApi();

const loadRules = async () => [
  await api.ctx.db.select().from(consultationSettings),
  await api.ctx.db.select().from(consultationHours).orderBy(consultationHours.weekday, consultationHours.opens),
];

it('sets the given rules and keeps the others', async () => {
  await setBookingRules(api.ctx, {
    advisers: '3',
    zone: 'Asia/Kolkata',
    mon: '09:00-12:00,13:00-24:00',
    fri: 'closed',
  });
  const [[row], hours] = (await loadRules()) as [
    { advisers: number }[],
    { weekday: number; opens: string; closes: string }[],
  ];
  expect(row).toMatchObject({ advisers: 3, timeZone: 'Asia/Kolkata', slotMinutes: 30, holdMinutes: 5 });
  expect(hours?.filter(({ weekday }) => weekday === 1).map(({ opens, closes }) => [opens, closes])).toEqual([
    ['09:00:00', '12:00:00'],
    ['13:00:00', '24:00:00'],
  ]);
  expect(hours?.some(({ weekday }) => weekday === 5)).toBe(false);
  await setBookingRules(api.ctx, { zone: 'company' });
  expect((await api.ctx.db.select().from(consultationSettings))[0]?.timeZone).toBeNull();
});

it.each([
  { advisers: '0' },
  { advisers: 'many' },
  { length: '481' },
  { zone: 'Mars/Olympus' },
  { mon: '9-5' },
  { mon: '12:00-09:00' },
  { mon: '09:00-12:00,11:00-13:00' },
  { mon: '' },
  { colour: 'green' },
])('refuses %j and changes nothing', async (wrong) => {
  const before = await loadRules();
  const typed: Record<string, string> = Object.fromEntries(Object.entries({ tue: 'closed', ...wrong }));
  await expect(setBookingRules(api.ctx, typed)).rejects.toMatchObject({
    code: 'bad_request',
  });
  expect(await loadRules()).toEqual(before);
});

it('refuses a time zone that the database does not know, and passes on other errors of the database', async () => {
  expect(await isTimeZoneConsistent(api.ctx, 'Asia/Kolkata', 1)).toBe(true);
  // A name that Node has kept from an older standard.
  expect(await isTimeZoneConsistent(api.ctx, 'AGT', 1)).toBe(false);
  const inFailedTransaction = api.ctx.db.transaction(async (db) => {
    await db.execute(sql`select 1 / 0`).catch(() => undefined);
    return isTimeZoneConsistent({ db }, 'Asia/Kolkata', 1);
  });
  await expect(inFailedTransaction).rejects.toThrow();
});

it('makes a day a day off, renames it, and makes it a working day again', async () => {
  await setDayOff(api.ctx, '2030-12-25', 'Christmas');
  await setDayOff(api.ctx, '2030-12-25', 'Holiday');
  expect(await api.ctx.db.select().from(consultationDaysOff)).toMatchObject([{ day: '2030-12-25', reason: 'Holiday' }]);
  await setDayOff(api.ctx, '2030-12-25', null);
  expect(await api.ctx.db.select().from(consultationDaysOff)).toEqual([]);
  await expect(setDayOff(api.ctx, '2030-02-31', '')).rejects.toMatchObject({ code: 'bad_request' });
});
