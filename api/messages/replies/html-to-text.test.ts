import { expect, it } from 'vitest';
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
