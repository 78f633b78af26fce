import { expect, test } from 'vitest';
import { measureCpuTime } from '../../testing/cpu-time.ts';
import { cleanText } from './clean-text.ts';

test.each([
  ['"C++ & Go!"', 'C Go'],
  ['  read/write,  twice;  ', 'readwrite twice'],
  ['<script>alert(1)</script>', 'scriptalert1script'],
  ['it’s 99.9 %', 'its 999'],
  ['Straße, ÉCOLE, 日本、Ω', 'Straße ÉCOLE 日本Ω'],
  ['e\u0301t\u0301', 'e\u0301t\u0301'],
  ['snake_case\u0000\ud800', 'snakecase'],
  ['10.0.0.1, e-mail\tand\nnode.js', '10001 email and nodejs'],
  ['?!…—', ''],
  ['', ''],
])('%j is cleaned to %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test('a long text is cleaned in linear time', async () => {
  expect(await measureCpuTime(() => cleanText('!'.repeat(1_000_000)))).toBeLessThan(1_000);
});
