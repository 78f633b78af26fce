import { expect, it } from 'vitest';
import { splitQuotedText } from './clean-text.ts';
import { convertHtmlToText } from './html-to-text.ts';

it.each([
  ['<p>Hello <b>Ada</b>,</p><p>one<br>two</p>', 'Hello Ada,\n\none\ntwo\n\n'],
  ['<div>one</div><div>two</div>', 'one\ntwo\n'],
  ['<ul><li>one<li>two</ul>', '- one\n- two\n'],
  [
    'see <a href="https://x.example/a">here</a> and <a href="https://x.example">https://x.example</a>',
    'see here <https://x.example/a> and https://x.example',
  ],
  ['<a href="javascript:alert(1)">click</a> <a href="mailto:a@b.c">write</a>', 'click write'],
  ['answer<blockquote><p>old</p><blockquote>older</blockquote></blockquote>', 'answer\n> old\n\n>> older\n'],
  ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'a b\nc d\n'],
  ['<style>p{}</style><title>t</title><script>s</script><p hidden>h</p><p style="display: none">d</p>shown', 'shown'],
  ['<img src="https://track.example/x.gif"><img src="cid:logo" alt="Logo">', '[Logo]'],
  ['  many \n  blanks\t here ', 'many blanks here '],
])('keeps the words of %s', (html, text) => {
  expect(convertHtmlToText(html)).toBe(text);
});

it.each([
  ['a quotation', 'Yes.\n\n> Is it?\n> Ada', '> Is it?\n> Ada'],
  [
    'its introduction',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
    'On Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
  ],
  [
    'an introduction of two lines',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
    'On Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
  ],
  [
    'a German introduction',
    'Ja.\n\nAm 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
    'Am 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
  ],
  [
    'the head that Outlook writes',
    'Yes.\n\nFrom: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
    'From: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
  ],
  ['a line of Outlook', 'Yes.\n\n-----Original Message-----\nanything', '-----Original Message-----\nanything'],
])('folds %s', (_what, text, quoted) => {
  expect(splitQuotedText(text)).toEqual({ text: text.split('\n')[0], quoted });
});

it.each([
  ['no quotation', 'One line.\n\nFrom: here on it is ours.'],
  ['answers between the lines', '> One?\nYes.\n> Two?\nNo.'],
  ['a quotation alone', '> One?\n> Two?'],
  ['a colon at the end', 'We need:\n\n- a plan\n- a price'],
])('folds nothing of a text with %s', (_what, text) => {
  expect(splitQuotedText(text)).toEqual({ text, quoted: '' });
});

it('takes no time for a text of quotations', () => {
  const before = performance.now();
  splitQuotedText('> a\n'.repeat(50_000));
  splitQuotedText(`x\n${'\n>'.repeat(50_000)}`);
  splitQuotedText('From: a\n'.repeat(12_000));
  expect(performance.now() - before).toBeLessThan(1_000);
});
