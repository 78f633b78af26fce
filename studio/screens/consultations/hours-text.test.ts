import { expect, it } from 'vitest';
import { formatHours, joinDaysOff, readHours, summarizeWeek } from './hours-text.ts';

it('hours are read in their order, until midnight, and a day that is wrong is named', () => {
  const form = {
    ...{ 'Monday 0 from': '13:00', 'Monday 0 to': '00:00', 'Monday 3 from': '09:00', 'Monday 3 to': '12:00' },
    ...{ 'Tuesday 0 from': '', 'Tuesday 0 to': '' },
  };
  const [monday = [], tuesday = []] = readHours(form, 'Monday', 'Tuesday', 'Friday');
  expect([formatHours(monday), tuesday]).toEqual(['09:00-12:00, 13:00-24:00', []]);
  for (const wrong of [{ 'Monday 0 to': '' }, { 'Monday 0 to': '12:30' }, { 'Monday 0 from': '11:00' }])
    expect(() => readHours({ ...form, ...wrong }, 'Monday')).toThrow('The hours were not saved.');
});

it('a week is summarized in one line', () => {
  const day = [{ opens: '09:00', closes: '17:00' }];
  expect(summarizeWeek([day, day, [], [{ opens: '09:00', closes: '12:00' }]])).toBe(
    'Mon–Tue 09:00-17:00; Thu 09:00-12:00',
  );
  expect(summarizeWeek([])).toBe('No hours');
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
