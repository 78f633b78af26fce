import { expect, it } from 'vitest';
import { assignLanes, findShownHours, placeInDay } from './place-in-day.ts';

const at = (start: string, end: string) => ({ start: `2026-12-01T${start}:00.000Z`, end: `2026-12-01T${end}:00.000Z` });

it('a time stands in the rows of its local quarters', () => {
  const time = at('10:20', '11:00');
  expect(placeInDay(time, '2026-12-01', 'UTC')).toEqual({ hour: 10, quarter: 1, hours: 0, quarters: 3 });
  expect(placeInDay(time, '2026-12-01', 'Asia/Kolkata')).toEqual({ hour: 15, quarter: 3, hours: 0, quarters: 3 });
  expect(placeInDay(time, '2026-12-02', 'UTC')).toBeNull();
});

it('a time across midnight stands on both days, and one that ends at midnight on one', () => {
  const night = { start: '2026-12-01T23:30:00.000Z', end: '2026-12-02T00:30:00.000Z' };
  expect(placeInDay(night, '2026-12-01', 'UTC')).toEqual({ hour: 23, quarter: 2, hours: 0, quarters: 2 });
  expect(placeInDay(night, '2026-12-02', 'UTC')).toEqual({ hour: 0, quarter: 0, hours: 0, quarters: 2 });
  const evening = { ...night, end: '2026-12-02T00:00:00.000Z' };
  expect(placeInDay(evening, '2026-12-02', 'UTC')).toBeNull();
});

it('a time across a change of clocks stands where its local times are', () => {
  // On 28 March 2027 London's clocks go from 01:00 to 02:00.
  const spring = { start: '2027-03-28T00:30:00.000Z', end: '2027-03-28T01:30:00.000Z' };
  expect(placeInDay(spring, '2027-03-28', 'Europe/London')).toEqual({ hour: 0, quarter: 2, hours: 2, quarters: 0 });
});

it('times that overlap stand beside each other, and others have the width alone', () => {
  const placed = assignLanes([at('09:00', '10:00'), at('09:30', '10:30'), at('10:00', '10:30'), at('12:00', '12:30')]);
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [1, 2],
    [2, 2],
    [1, 2],
    [1, 1],
  ]);
});

it('the shown hours hold every time, and at least the usual day', () => {
  expect(findShownHours([], ['2026-12-01'], 'UTC')).toEqual({ first: 8, last: 18 });
  expect(findShownHours([at('06:15', '07:00'), at('20:00', '21:15')], ['2026-12-01'], 'UTC')).toEqual({
    first: 6,
    last: 22,
  });
});
