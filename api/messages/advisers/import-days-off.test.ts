import { describe, expect, it } from 'vitest';
import { setUpBookingApi } from '../../../testing/consultations.ts';
import { getFailure, makeUser } from '../../../testing/studio.ts';
import { readDaysOff } from './read-days-off.ts';

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
