import { expect, it } from 'vitest';
import { addMonths, findMonday, listMonthDays, moveByDays } from './dates.ts';

it('a month is shown in whole weeks from Monday', () => {
  expect([findMonday('2026-11-24'), findMonday('2026-11-29'), findMonday('2026-11-30')]).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
  ]);
  const days = listMonthDays('2026-11');
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(listMonthDays('2027-02')).toHaveLength(28);
  expect(addMonths('2026-12', 1)).toBe('2027-01');
});

it('a schedule that is moved by a day keeps its time of day where clocks change', () => {
  expect(moveByDays('2027-03-27T09:00:00Z', 1, 'Europe/London')).toBe('2027-03-28T08:00:00.000Z');
  expect(moveByDays('2027-03-28T08:00:00Z', -1, 'Europe/London')).toBe('2027-03-27T09:00:00.000Z');
});
