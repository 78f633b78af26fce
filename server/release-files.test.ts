import { expect, it } from 'vitest';
import { keptFiles } from './release-files.ts';

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;

it('keeps the files of the release that was live until now, however old they are', () => {
  expect(keptFiles({ 'old.js': null }, ['old.js', 'new.js'], new Set(['new.js']), now)).toEqual({
    'old.js': now,
    'new.js': null,
  });
});

it('keeps a replaced file for 30 days and then lets it go', () => {
  const before = { 'a.js': now - 29 * day, 'b.js': now - 31 * day };
  expect(keptFiles(before, ['a.js', 'b.js', 'new.js'], new Set(['new.js']), now)).toEqual({
    'a.js': now - 29 * day,
    'new.js': null,
  });
});

it('takes back a file that a release names again', () => {
  expect(keptFiles({ 'a.js': now - 20 * day }, ['a.js'], new Set(['a.js']), now)).toEqual({ 'a.js': null });
});
