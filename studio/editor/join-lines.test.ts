import { EditorState } from '@codemirror/state';
import { expect, it, test } from 'vitest';
import { findJoins } from './join-lines.ts';
import { markdownLanguage } from './language.ts';

function join(text: string, at?: number): string {
  const state = EditorState.create({ doc: text, extensions: [markdownLanguage] });
  const changes = findJoins(state, at ?? 0, at ?? text.length);
  return state.update({ changes }).state.sliceDoc();
}

test.each([
  ['footnotes of several lines', '[^a]: a note\n    one\n[^b]: a note\ntwo\n', '[^a]: a note one\n[^b]: a note two\n'],
  ['a paragraph', 'one\ntwo\n three\n', 'one two three\n'],
  ['one space at the end', 'one \ntwo\n', 'one two\n'],
  ['the items of a list', '- one\n  two\n- three\n\n  four\n  five\n', '- one two\n- three\n\n  four five\n'],
  ['an item with a box', '- [ ] one\n  two\n', '- [ ] one two\n'],
  ['a quotation', '> one\n> two\n>\n> > three\n> > four\n', '> one two\n>\n> > three four\n'],
  ['emphasis and code over two lines', '*one\ntwo* `a\nb`\n', '*one two* `a b`\n'],
])('joins the lines of %s', (_what, before, after) => {
  expect(join(before)).toBe(after);
});

test.each([
  ['hard breaks', 'one  \ntwo\\\nthree\n'],
  ['code', '```\none\ntwo\n```\n\n    one\n    two\n'],
  ['tables', '| a | b |\n| - | - |\n| 1 | 2 |\n'],
  ['HTML', '<div>\none\n</div>\n\na <b\nclass="c">d</b>\n'],
  ['footnotes', 'one[^a]\n[^b]: a note\n[^c]: a note\n'],
  ['tables that only the site knows', 'one\n| a | b |\n| - | - |\n\none\n:-\n'],
  ['items after another list, and items without text', '- one\n2. two\n\n1.\n1.\n'],
  ['headings, rules and lists', '# One\n## Two\n\n---\n\n- one\n- two\n1. three\n'],
  ['a missing last line break', 'one\n\ntwo'],
])('keeps %s', (_what, text) => {
  expect(join(text)).toBe(text);
});

it('joins only the paragraph at the cursor', () => {
  expect(join('one\ntwo\n\nthree\nfour\n', 1)).toBe('one two\n\nthree\nfour\n');
});
