import { describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../testing/cpu-time.ts';
import { diffTexts, type TextPart } from './diff-texts.ts';

const show = (parts: TextPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');
const joinSide = (parts: TextPart[], other: TextPart['kind']) =>
  parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join('');

describe('the difference of two texts', () => {
  it.each([
    ['one\ntwo\n', 'one\ntwo\n', 'one\ntwo\n'],
    ['one\ntwo words\nthree\n', 'one\ntwo new words\nthree\n', 'one\ntwo {+new +}words\nthree\n'],
    ['one\ntwo\n', 'one\n', 'one\n[-two\n-]'],
    ['one\n', 'zero\none\n', '{+zero\n+}one\n'],
    ['', 'new', '{+new+}'],
    ['a b', 'c d', '[-a b-]{+c d+}'],
    ['Ten men and six women', 'Two men and six boys', '[-Ten-]{+Two+} men and six [-women-]{+boys+}'],
    [
      'It runs at 03:20 on a host that was asleep.',
      'A summary that readers see.',
      '[-It runs at 03:20 on a host that was asleep-]{+A summary that readers see+}.',
    ],
  ])('%j → %j is marked by words', (before, after, expected) => {
    expect(show(diffTexts(before, after))).toBe(expected);
  });

  const makeWords = (word: string, count: number) => Array.from({ length: count }, (_, at) => word + at).join(' ');
  const makeLines = (count: number, makeLine: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `${makeLine(at)}\n`).join('');

  it.each<[string, (word: string) => string]>([
    ['everything differs', (word) => makeLines(20_000, (at) => `${word}${at} of a line`)],
    ['many long lines differ', (word) => makeLines(120, (at) => (at % 2 ? `same ${at}` : makeWords(word, 1_200)))],
  ])('holds both texts, and is found quickly where %s', async (_, make) => {
    const [before, after] = [make('first'), make('second')];
    let parts: TextPart[] = [];
    const time = await measureCpuTime(() => {
      parts = diffTexts(before, after);
    });
    expect(joinSide(parts, 'added')).toBe(before);
    expect(joinSide(parts, 'removed')).toBe(after);
    expect(time).toBeLessThan(5_000);
  });
});
