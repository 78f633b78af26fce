import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { formatTimeRange, toInstant, toLocalTime } from './local-time.ts';

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

it('takes little memory for spellings of one zone, of which a stranger can send thousands', async () => {
  // A process of its own, whose memory nothing else changes.
  const program = `
    import { toLocalTime } from ${JSON.stringify(import.meta.resolve('./local-time.ts'))};
    const spell = (bits) => [...'america/argentina/buenos_aires']
      .map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter))
      .join('');
    const readMegabytes = () => {
      gc();
      return process.memoryUsage().rss / 1024 / 1024;
    };
    const before = readMegabytes();
    const offsets = new Set();
    for (let bits = 0; bits < 12_000; bits++) {
      offsets.add(toLocalTime('2026-01-24T09:30:00.000Z', spell(bits)).offset);
      if (bits % 500 === 0) gc();
    }
    console.log(JSON.stringify({ offsets: [...offsets], megabytes: readMegabytes() - before }));
  `;
  const args = ['--expose-gc', '--input-type=module', '--eval', program];
  const { offsets, megabytes } = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
  expect(offsets).toEqual(['GMT-3']);
  expect(megabytes).toBeLessThan(90);
});

it('finds no instant for the year of a date that is being typed', () => {
  const typed = ['0002', '0020', '0202', '2026', '9999', '20261'].map((year) =>
    toInstant(`${year}-12-31T09:00`, 'UTC'),
  );
  expect(typed.map((each) => each?.getUTCFullYear())).toEqual([undefined, undefined, undefined, 2026, 9999, undefined]);
});

it('formats a range of time in one line', () => {
  const stretch = { start: '2026-11-24T09:30:00.000Z', end: '2026-11-24T10:00:00.000Z' };
  expect(formatTimeRange(stretch, 'Europe/London')).toBe('Tuesday 24 Nov 2026, 09:30–10:00 (Europe/London, GMT)');
  expect(formatTimeRange(stretch, 'UTC')).toBe('Tuesday 24 Nov 2026, 09:30–10:00 (UTC)');
});
