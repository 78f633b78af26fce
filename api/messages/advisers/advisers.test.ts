import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserDetails, AdviserInput } from '../../../contract/studio/consultation-shapes.ts';
import {
  bookSampleConsultation,
  findFreeMorning,
  listFreeStarts,
  makeBooking,
  post,
  setUpBookingApi,
  updateBookingRules,
} from '../../../testing/consultations.ts';
import { getFailure, makeUser } from '../../../testing/studio.ts';
import { consultationAdvisers, consultationSettings, consultations } from '../../db/consultation-tables.ts';
import { setAdviserCount } from '../consultations/booking-rules.ts';
import { renderFeed } from './feed.ts';
import { readDaysOff } from './read-days-off.ts';

const api = await setUpBookingApi();
const owner = await makeUser(api.ctx, 'OWNER');
const { db } = api.ctx;
const call: typeof owner.client.call = (...args) => owner.client.call(...args);

const nobody: AdviserInput = {
  ...{ name: 'Ada', email: null, userId: null, colour: 0, timeZone: null, goneOn: null, hours: null },
  ...{ bufferBefore: 0, bufferAfter: 0, videoLink: null, place: null },
};
type AdviserChanges = Partial<Omit<AdviserInput, 'email' | 'videoLink' | 'place'>>;
const save = (changes: AdviserChanges) =>
  call('saveAdviser', { ...nobody, email: '', videoLink: '', place: '', ...changes }) as Promise<AdviserDetails>;
const week = (hours: [string, string][], days = [0, 1, 2, 3, 4, 5, 6]) =>
  Array.from({ length: 7 }, (_, day) =>
    days.includes(day) ? hours.map(([opens, closes]) => ({ opens, closes })) : [],
  );
const change = async (id: number, changes: AdviserChanges) => {
  const found = (await call('advisers', {})).advisers.find((one) => one.id === id);
  return save({ id, version: found?.version, name: found?.name || 'Ada', ...changes });
};

/** A year of which the clock changes are still ahead. */
const nextYear = new Date().getUTCFullYear() + 1;
function getLastSunday(month: number): string {
  const end = new Date(Date.UTC(nextYear, month, 0));
  return new Date(end.getTime() - end.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
}

describe('an adviser’s hours', () => {
  it('are offered in the adviser’s own zone, beside those of the others', async () => {
    await updateBookingRules(api, { advisers: 1 }, {});
    expect(await listFreeStarts(api)).toEqual([]);
    await change(1, { timeZone: 'Asia/Kolkata', hours: week([['09:00', '10:00']]) });
    await save({ timeZone: 'America/New_York', hours: week([['15:00', '15:30']]) });
    const starts = await listFreeStarts(api);
    const local = (zone: string) => new Set(starts.map((start) => toLocalTime(start, zone).time));
    expect(local('Asia/Kolkata')).toEqual(
      new Set([
        '09:00',
        '09:30',
        toLocalTime(starts.find((one) => toLocalTime(one, 'America/New_York').time === '15:00') ?? '', 'Asia/Kolkata')
          .time,
      ]),
    );
    expect(local('America/New_York')).toContain('15:00');
  });

  it.each([
    ['Europe/London', 3],
    ['Europe/London', 10],
    ['America/New_York', 3],
  ])('keep their local time in %s where clocks change in month %i, in either zone', async (zone, month) => {
    await updateBookingRules(api, { advisers: 1, horizonDays: 800 }, {});
    await change(1, { timeZone: zone, hours: week([['09:00', '09:30']]) });
    const from = new Date(Date.parse(getLastSunday(month)) - 3 * 86_400_000).toISOString().slice(0, 10);
    const starts = await listFreeStarts(api, { from });
    expect(starts).toHaveLength(7);
    for (const start of starts) expect(toLocalTime(start, zone).time).toBe('09:00');
  });

  it('are replaced on a date by its exception, and by none on a day off of the adviser or the company', async () => {
    await updateBookingRules(
      api,
      { advisers: 1 },
      { 1: [['09:00', '10:00']], 2: [['09:00', '10:00']], 3: [['09:00', '10:00']] },
    );
    const days = [...new Set((await listFreeStarts(api)).map((start) => start.slice(0, 10)))];
    const [first = '', second = '', third = ''] = days;
    await call('setException', { adviser: 1, day: first, hours: [{ opens: '18:00', closes: '19:00' }] });
    await call('addDaysOff', { adviser: 1, from: second, to: second, reason: '' });
    await call('addDaysOff', { adviser: null, from: third, to: third, reason: 'Holiday' });
    const starts = await listFreeStarts(api, { from: first });
    const on = (day: string) => starts.filter((start) => start.startsWith(day)).map((start) => start.slice(11, 16));
    expect([on(first), on(second), on(third)]).toEqual([['18:00', '18:30'], [], []]);
    await call('setException', { adviser: 1, day: first, hours: [] });
    await call('removeDaysOff', { adviser: 1, from: second, to: second });
    await call('removeDaysOff', { adviser: null, from: third, to: third });
    expect((await listFreeStarts(api, { from: first })).filter((start) => start < `${third}T23`)).toHaveLength(6);
  });

  it('end on the day on which the adviser goes; bookings stay', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const slot = await findFreeMorning(api);
    await bookSampleConsultation(api, slot);
    const day = slot.slice(0, 10);
    await change(1, { goneOn: day });
    expect((await listFreeStarts(api)).some((start) => start >= `${day}T00`)).toBe(false);
    expect(await db.select().from(consultations)).toMatchObject([{ status: 'BOOKED', adviser: 1 }]);
  });

  it('are saved whole or not at all, and not over somebody else’s change', async () => {
    const [{ version } = { version: 0 }] = (await call('advisers', {})).advisers;
    await save({ id: 1, version, name: 'Ada' });
    const failure = await getFailure(save({ id: 1, version, name: 'Grace' }));
    expect([failure.status, failure.fields[0]?.path]).toEqual([409, 'version']);
    for (const hours of [
      [['12:00', '09:00']],
      [
        ['09:00', '12:00'],
        ['11:00', '13:00'],
      ],
    ] as [string, string][][])
      expect((await getFailure(change(1, { hours: week(hours) }))).status).toBe(400);
    expect((await getFailure(change(1, { timeZone: 'Mars/Olympus' }))).status).toBe(400);
    expect((await call('advisers', {})).advisers[0]).toMatchObject({ name: 'Ada', hours: null });
  });
});

describe('two people who change one adviser at once', () => {
  it('wait for each other', async () => {
    const hours = [{ opens: '18:00', closes: '19:00' }];
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const set = () => call('setException', { adviser: 1, day, hours });
    const answers = await Promise.all(Array.from({ length: 10 }, set));
    expect(answers.map(({ exceptions }) => exceptions)).toEqual(Array(10).fill([{ day, hours }]));
  });
});

describe('buffers', () => {
  it('keep the minutes before and after free, of this adviser alone, for visitors and in the database', async () => {
    await updateBookingRules(api, { advisers: 1 });
    await change(1, { bufferBefore: 10, bufferAfter: 20 });
    const slot = await findFreeMorning(api);
    const at = (minutes: number) => new Date(Date.parse(slot) + minutes * 60_000).toISOString();
    await bookSampleConsultation(api, slot);
    const free = await listFreeStarts(api);
    expect([-30, 0, 30, 60, -60].map((minutes) => free.includes(at(minutes)))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect((await post(api, 'book', makeBooking(at(30)))).status).toBe(409);
    // A server of the earlier release knows no buffers.
    const insert = db.execute(sql`insert into consultations (adviser, during, status, held_until, time_zone)
      values (1, tstzrange(${at(30)}::timestamptz, ${at(60)}::timestamptz), 'HELD', now() + interval '5 minutes', 'UTC')`);
    await expect(insert).rejects.toMatchObject({ cause: { constraint: 'consultations_no_overlap_blocked' } });
  });
});

describe('the number of advisers', () => {
  it('grows and shrinks by those without names, and servers of the earlier release know the highest number', async () => {
    await save({ name: 'Ada' });
    const count = async () => (await call('advisers', {})).advisers.filter(({ goneOn }) => goneOn === null).length;
    await setAdviserCount(api.ctx, 5);
    expect(await count()).toBe(5);
    await setAdviserCount(api.ctx, 1);
    expect(await count()).toBe(1);
    expect((await call('advisers', {})).advisers.find(({ goneOn }) => goneOn === null)?.name).toBe('Ada');
    expect(await db.select().from(consultationSettings)).toMatchObject([{ advisers: 3 }]);
    await save({ name: 'Grace' });
    await expect(setAdviserCount(api.ctx, 1)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('gets different numbers for advisers who are added at once', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, (_, index) => save({ name: `Adviser ${index}` })));
    expect(new Set(added.map(({ id }) => id)).size).toBe(8);
  });
});

describe('the calendar feed', () => {
  beforeEach(() => updateBookingRules(api, { advisers: 1 }));
  const readKey = ({ address }: { address: string }) => new URL(address).searchParams.get('key') ?? '';

  it('has the consultations of its adviser alone, without the message, and its key is stored as a hash only', async () => {
    const slot = await findFreeMorning(api);
    await bookSampleConsultation(api, slot, { message: 'A secret plan' });
    const key = readKey(await call('renewFeed', { adviser: 1 }));
    const calendar = await renderFeed(api.ctx, key);
    expect(calendar).toContain(`DTSTART:${slot.replace(/[-:]|\.000/g, '')}`);
    expect(calendar).toContain("Siobhán O'Beirne");
    expect(calendar).not.toContain('secret plan');
    const { id } = await save({ name: 'Grace' });
    expect(await renderFeed(api.ctx, readKey(await call('renewFeed', { adviser: id })))).not.toContain('BEGIN:VEVENT');
    const [row] = await db.select().from(consultationAdvisers).where(eq(consultationAdvisers.id, 1));
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it('stops at its old address when it is renewed, and at every address when it is removed', async () => {
    const first = readKey(await call('renewFeed', { adviser: 1 }));
    const second = readKey(await call('renewFeed', { adviser: 1 }));
    await expect(renderFeed(api.ctx, first)).rejects.toMatchObject({ code: 'not_found' });
    await renderFeed(api.ctx, second);
    expect((await call('removeFeed', { adviser: 1 })).feedMadeAt).toBeNull();
    await expect(renderFeed(api.ctx, second)).rejects.toMatchObject({ code: 'not_found' });
  });
});

const period = { first: '2026-12-01', last: '2028-12-01' };

/** Returns a calendar file with events, each a list of lines. */
const makeFile = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const read = (...events: string[][]) => readDaysOff(makeFile(...events), period);
const listDays = (...lines: string[]) => read(lines).days.map(({ day }) => day);

describe('a calendar file', () => {
  it('brings the days of its whole-day events, with their names', () => {
    const { days } = read(
      ['UID:1', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas\\, and more'],
      ['UID:2', 'DTSTART;VALUE=DATE:20270101', 'SUMMARY:New\\nYear\u202e'],
      ['UID:3', 'DTSTART;VALUE=DATE:20270110', 'DURATION:P2D'],
    );
    expect(days).toEqual([
      { day: '2026-12-24', reason: 'Christmas, and more' },
      { day: '2026-12-25', reason: 'Christmas, and more' },
      { day: '2026-12-26', reason: 'Christmas, and more' },
      { day: '2027-01-01', reason: 'New Year' },
      { day: '2027-01-10', reason: '' },
      { day: '2027-01-11', reason: '' },
    ]);
  });

  it('follows rules to the end of the period, with exclusions, added days and a moved day', () => {
    expect(listDays('UID:1', 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY')).toEqual(['2027-01-01', '2028-01-01']);
    expect(
      read(
        [
          'UID:1',
          'DTSTART;VALUE=DATE:20261207',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'EXDATE;VALUE=DATE:20261214',
          'RDATE;VALUE=DATE:20261230',
        ],
        ['UID:1', 'RECURRENCE-ID;VALUE=DATE:20261221', 'DTSTART;VALUE=DATE:20261222'],
      ).days.map(({ day }) => day),
    ).toEqual(['2026-12-07', '2026-12-22', '2026-12-28', '2026-12-30']);
    // The clocks change on 28 March 2027 in Europe; dates do not mind.
    expect(listDays('UID:1', 'DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=DAILY;COUNT=3')).toEqual([
      '2027-03-27',
      '2027-03-28',
      '2027-03-29',
    ]);
  });

  it('leaves out and counts events with a time of day, cancelled ones and those that are over', () => {
    expect(
      read(
        ['UID:1', 'DTSTART:20261224T090000Z', 'DTEND:20261224T170000Z'],
        ['UID:2', 'DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED'],
        ['UID:3', 'DTSTART;VALUE=DATE:20201224'],
        ['UID:4', 'SUMMARY:Without a date'],
      ),
    ).toEqual({
      days: [],
      leftOut: [
        { why: 'with a time of day', count: 2 },
        { why: 'cancelled', count: 1 },
        { why: 'in the past, or later than two years from now', count: 1 },
      ],
    });
  });

  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'repeats too often'],
    ['FREQ=SECONDLY', 'repeats within a day'],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'repeats within a day'],
    ['FREQ=DAILY;INTERVAL=1000000000', 'has no possible interval'],
    ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=2;BYMONTHDAY=30', 'contradicts itself'],
  ])('refuses a rule that repeats without an end, quickly: %s', (rule, why) => {
    const started = performance.now();
    const { leftOut, days } = read(['UID:1', 'DTSTART;VALUE=DATE:20261224', `RRULE:${rule}`]);
    expect([leftOut, days]).toEqual([[{ why: `with a rule that ${why}`, count: 1 }], []]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('ends for other rules that find nothing', () => {
    for (const rule of [
      'FREQ=YEARLY;BYMONTH=1;BYSETPOS=300;BYDAY=MO',
      'FREQ=YEARLY;BYDAY=6MO;BYMONTH=1',
      'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
    ])
      expect(listDays('UID:1', 'DTSTART;VALUE=DATE:20261224', `RRULE:${rule}`).length, rule).toBeLessThanOrEqual(1);
  });

  it.each([
    ['is no calendar', 'PK\u0003\u0004 a zip file', 'no calendar file'],
    ['is damaged', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART\r\n', 'damaged'],
    [
      'has too many events',
      makeFile(...Array.from({ length: 5_001 }, () => ['UID:1', 'DTSTART;VALUE=DATE:20261224'])),
      '5,000',
    ],
    [
      'brings too many days',
      makeFile(
        ['UID:1', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20271101'],
        ['UID:2', 'DTSTART;VALUE=DATE:20271101', 'DTEND;VALUE=DATE:20281001'],
        ['UID:3', 'DTSTART;VALUE=DATE:20281001', 'DTEND;VALUE=DATE:20281202'],
        ['UID:4', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY'],
      ),
      null,
    ],
    ['nests without an end', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(50_000)}`, 'damaged'],
  ])('that %s is refused clearly', (_name, file, message) => {
    const readFile = () => readDaysOff(file, period);
    if (message === null) expect(readFile().days.length).toBeLessThanOrEqual(1_000);
    else expect(readFile).toThrow(message);
  });
});

describe('an import', async () => {
  const api = await setUpBookingApi();
  const owner = await makeUser(api.ctx, 'OWNER');
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const makeDay = (ahead: number) =>
    makeFile(['UID:1', `DTSTART;VALUE=DATE:${day(ahead).replaceAll('-', '')}`, 'SUMMARY:Leave']);
  const listStored = async () => (await owner.client.call('advisers', {})).advisers[0]?.daysOff;

  it('takes the place of an earlier file, and leaves what somebody typed', async () => {
    await owner.client.call('addDaysOff', { adviser: 1, from: day(3), to: day(3), reason: 'Dentist' });
    expect(await owner.client.call('importDaysOff', { adviser: 1, file: makeDay(5) })).toEqual({
      days: 1,
      leftOut: [],
    });
    await owner.client.call('importDaysOff', { adviser: 1, file: makeDay(6) });
    expect(await listStored()).toEqual([
      { day: day(3), reason: 'Dentist', isFromFile: false },
      { day: day(6), reason: 'Leave', isFromFile: true },
    ]);
    await owner.client.call('importDaysOff', { adviser: null, file: makeDay(8) });
    expect((await owner.client.call('advisers', {})).company.daysOff).toMatchObject([
      { day: day(8), isFromFile: true },
    ]);
  });

  it('refuses a file of 4 MB, and changes nothing', async () => {
    const file = `BEGIN:VCALENDAR\r\n${'X'.repeat(4_000_000)}`;
    expect((await getFailure(owner.client.call('importDaysOff', { adviser: 1, file }))).status).toBe(400);
  });
});
