import { expect, it } from 'vitest';
import { markChanges } from './mark-changes.ts';

const toPage = (main: string) => `<html><body><header><p>Menu</p></header><main>${main}</main></body></html>`;
const mark = (before: string, after: string) => markChanges(toPage(after), toPage(before), 'ins');
const markInserted = (text: string) => `<ins class="preview-change">${text}</ins>`;

it('marks the texts that differ, inside their elements, and leaves the others as they are', () => {
  const before = '<h1>One</h1><ul><li>a</li><li><p>b</p></li></ul><table><tr><td>1</td><td>2</td></tr></table>';
  const after = '<h1>One</h1><ul><li>a</li><li><p>c</p></li></ul><table><tr><td>1</td><td>3</td></tr></table>';
  expect(mark(before, after)).toBe(
    toPage(after.replace('<p>c', `<p>${markInserted('c')}`).replace('<td>3', `<td>${markInserted('3')}`)),
  );
});

it('marks a text whose link leads elsewhere, and a picture that is another', () => {
  const after = '<p>See <a href="/b">it</a>.</p><img src="/media/b.png" alt="">';
  expect(mark('<p>See <a href="/a">it</a>.</p><img src="/media/a.png" alt="">', after)).toBe(
    toPage(`<p>${markInserted('See <a href="/b">it</a>.')}</p>${markInserted('<img src="/media/b.png" alt="">')}`),
  );
});

it('marks no text that has moved its id or the version of its drawing only', () => {
  const before = '<p id="a">Same</p><img src="/drawings/BLOG/x.svg?v=1" alt="x">';
  const after = '<p id="b">Same</p><img src="/drawings/BLOG/x.svg?v=2" alt="x">';
  expect(mark(before, after)).toBe(toPage(after));
});

it('marks everything of a text that is new', () => {
  expect(mark('', '<p>New</p>')).toBe(toPage(`<p>${markInserted('New')}</p>`));
});

it('marks every text of two pages with more than a thousand changes, without comparing the pages to the end', () => {
  const toTexts = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `<p>Same ${at}</p><p>${word} ${at}</p>`).join('');
  const countMarks = (count: number) => mark(toTexts('Old', count), toTexts('New', count)).split('<ins').length - 1;
  expect(countMarks(500)).toBe(500);
  expect(countMarks(501)).toBe(1_002);
});
