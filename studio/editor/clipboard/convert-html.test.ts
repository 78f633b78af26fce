import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { convertHtml } from './convert-html.ts';

const options = { siteUrl: 'http://localhost:3000', firstNote: 3 };
const convert = (html: string) => convertHtml(html, options)?.markdown ?? null;

/** Converts what a program puts on the clipboard. */
function convertSample(name: string) {
  const html = readFileSync(new URL(`../../../testing/clipboard/${name}.html`, import.meta.url), 'utf8');
  return convertHtml(html, options);
}

it('keeps headings, lists, marks, links, tables, quotations and footnotes of Word', () => {
  expect(convertSample('word')).toEqual({
    markdown: `## Replacing the pumps

## Why now

The old pumps **failed twice** in *March*.[^3] They run ~~5~~ 7 hours, see [the **makers’** page](https://example.com/pumps?a=1&b=2), [our article](/blog/pumps#cost) and the plan.

- Power
  - Mains
- Water

Then, in this order:

3. Drain
4. Replace

> *It never leaked.*

| Pump | Litres |
| - | -: |
| North \\| south gate | 1,200 |`,
    isBlock: true,
    notes: '[^3]: The report of *the engineer*.',
    pictures: 1,
  });
});

it('reads the lists of Word in a browser, which writes a list for each item', () => {
  expect(convertSample('word-online')).toMatchObject({
    markdown: `## What we need

- **Time**
  - two days
- Money`,
    notes: '',
    pictures: 0,
  });
});

it('reads the marks of Google Docs from styles, and the boxes of its tasks', () => {
  expect(convertSample('google-docs')).toMatchObject({
    markdown: `## A plan for the harbour

We measured **every second** *quay*, with \`depth_map\`~~slowly~~ and [tide tables](https://example.org/tides?year=2026).

- North quay
  - Berth 1
- South quay

1. Dredge
2. Build

To do:

- [x] ~~Survey~~
- [ ] Permit

| Quay | Depth |
| - | -: |
| North | 7.5\u00a0m |`,
    pictures: 0,
  });
});

it('keeps headings, lists, source code, merged cells and footnotes of LibreOffice', () => {
  expect(convertSample('libreoffice')).toMatchObject({
    markdown: `## The lock keeper’s log

The gate **opened _late_** on four days[^3] and \`log_level=3\` shows it[^4].\\
Second line.

### Causes

- Ice
  - on the rails
- Wind, [measured](https://example.com/wind)

2. Second
3. Third

   with a second paragraph

> Nobody was hurt.

\`\`\`
journalctl -u lock
exit 0
\`\`\`

| Day | Delay |
| - | - |
| none measured | |
| 2 May | |`,
    notes: '[^3]: Counted by hand.\n\n[^4]: In **UTC**.',
    pictures: 0,
  });
});

it('numbers the footnotes of an exported Google document, and keeps the number of one whose text is not there', () => {
  const text =
    '<p>One<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> and two<sup><a href="#ftnt2">[2]</a></sup></p>';
  const note = '<hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;The source</span></p></div>';
  expect(convertHtml(text + note, options)).toMatchObject({
    markdown: 'One[^3] and two\\[2]',
    isBlock: false,
    notes: '[^3]: The source',
  });
});

it('leaves out scripts, styles, hidden text and addresses that lead nowhere', () => {
  const html = `<style>p{}</style><script>alert(1)</script><p onclick="alert(1)">See <a href="javascript:alert(1)">this</a>,
    <a href="#part">that</a> and <b>all</b><span style="display: none">hidden</span><img src=x onerror=alert(1)></p>`;
  expect(convert(html)).toBe('See this, that and **all**');
});

it('puts marks around words and not around the spaces beside them', () => {
  expect(convert('<p>a<b> bold </b>b <i><b>both </b>one</i> <b>x</b><b>y</b></p>')).toBe(
    'a **bold** b *__both__ one* **xy**',
  );
});

it('escapes characters that Markdown would read as marks, and no others', () => {
  expect(
    convert('<p><b>AT&amp;T</b> sells *stars* and &amp;copy; at a@b.example or http://b.example/?x&amp;y</p>'),
  ).toBe('**AT&T** sells \\*stars\\* and \\&copy; at a@b.example or http://b.example/?x&y');
});

it('leaves text without formatting and source code to a plain paste', () => {
  expect(convert('<meta charset="utf-8"><span style="color: red">**not** a mark</span>')).toBeNull();
  expect(convert('<p>One</p><p>Two</p>')).toBeNull();
  expect(convert('<div style="font-family: monospace; white-space: pre;"><div><b>const</b> a</div></div>')).toBeNull();
  expect(convert('<pre><code>const a</code></pre>')).toBeNull();
});

it('returns a table of one cell as its content', () => {
  expect(convert('<table><tr><td><p>A <b>frame</b></p><p>of two</p></td></tr></table>')).toBe('A **frame**\n\nof two');
});
