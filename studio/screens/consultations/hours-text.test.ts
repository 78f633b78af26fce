import { expect, it } from 'vitest';
import { formatHours, joinDaysOff, parseHours, readWeek, summarizeWeek } from './hours-text.ts';

it('hours are read as people type them', () => {
  const day = [
    { opens: '09:00', closes: '12:00' },
    { opens: '13:00', closes: '17:30' },
  ];
  for (const text of ['09:00-12:00, 13:00-17:30', '9-12,13–17:30', '9:00 to 12:00; 13 - 17:30'])
    expect([text, parseHours(text)]).toEqual([text, day]);
  expect(['', ' ', 'closed', '–'].map(parseHours)).toEqual([[], [], [], []]);
  expect(['noon', '9-', '25:00-26:00', '9-12-13'].map(parseHours)).toEqual([null, null, null, null]);
  expect(formatHours(day)).toBe('09:00-12:00, 13:00-17:30');
});

it('a week names the days that are wrong, and is summarized in one line', () => {
  const form = { Monday: '9-17', Tuesday: '9-17', Thursday: '9-12' };
  expect(summarizeWeek(readWeek(form))).toBe('Mon–Tue 09:00-17:00; Thu 09:00-12:00');
  expect(summarizeWeek(readWeek({}))).toBe('No hours');
  expect(() => readWeek({ Friday: 'late' })).toThrow('The hours were not saved.');
});

it('days off that follow each other for the same reason are one line', () => {
  const off = (day: string, reason = 'Leave') => ({ day, reason, isFromFile: false });
  expect(
    joinDaysOff([off('2026-12-30'), off('2026-12-31'), off('2027-01-01'), off('2027-01-02', ''), off('2027-01-05')]),
  ).toEqual([
    { from: '2026-12-30', to: '2027-01-01', reason: 'Leave', isFromFile: false },
    { from: '2027-01-02', to: '2027-01-02', reason: '', isFromFile: false },
    { from: '2027-01-05', to: '2027-01-05', reason: 'Leave', isFromFile: false },
  ]);
});
