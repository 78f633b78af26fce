import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { formatTimeRange, toLocalTime } from './local-time.ts';

it('formats the offset of a zone as GMT, never as GMT+0', () => {
  const getOffset = (timeZone: string, instant = '2026-01-24T09:30:00.000Z') => toLocalTime(instant, timeZone).offset;
  expect(['Europe/London', 'Asia/Kolkata', 'Australia/Brisbane', 'Etc/GMT+1'].map((zone) => getOffset(zone))).toEqual([
    'GMT',
    'GMT+5:30',
    'GMT+10',
    'GMT-1',
  ]);
  expect(getOffset('Europe/London', '2026-07-24T09:30:00.000Z')).toBe('GMT+1');
});

it('takes little memory for spellings of one zone, of which a stranger can send thousands', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const spell = (bits: number) =>
    [...'america/argentina/buenos_aires']
      .map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter))
      .join('');
  const readMegabytes = () => {
    collectGarbage();
    return process.memoryUsage().rss / 1024 / 1024;
  };
  const before = readMegabytes();
  for (let bits = 0; bits < 12_000; bits++) {
    expect(toLocalTime('2026-01-24T09:30:00.000Z', spell(bits)).offset).toBe('GMT-3');
    if (bits % 500 === 0) collectGarbage();
  }
  expect(readMegabytes() - before).toBeLessThan(90);
});

it('formats a range of time in one line', () => {
  const stretch = { start: '2026-11-24T09:30:00.000Z', end: '2026-11-24T10:00:00.000Z' };
  expect(formatTimeRange(stretch, 'Europe/London')).toBe('Tuesday 24 Nov 2026, 09:30–10:00 (Europe/London, GMT)');
  expect(formatTimeRange(stretch, 'UTC')).toBe('Tuesday 24 Nov 2026, 09:30–10:00 (UTC)');
});
