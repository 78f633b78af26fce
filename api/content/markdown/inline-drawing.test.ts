import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import { readDrawing } from './inline-drawing.ts';

function read(inner: string, attributes = 'viewBox="0 0 10 10"'): string {
  const drawing = readDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`, 'A box', 'd1-');
  return drawing
    ? unified()
        .use(rehypeStringify)
        .stringify({ type: 'root', children: [drawing] })
    : 'none';
}

const darkStyle = '<style>@media(prefers-color-scheme:dark){:root{--ground:#0f1613;--ink:#e8ece4}}</style>';

it('keeps shapes, text and their colours, and gives the drawing its text alternative', () => {
  expect(
    read('<title>t</title><rect x="1" fill="var(--ink, #000)"/><text text-anchor="end">a<tspan>b</tspan></text>'),
  ).toBe(
    '<svg viewBox="0 0 10 10" role="img" aria-label="A box"><rect x="1" fill="var(--ink, #000)"></rect><text text-anchor="end">a<tspan>b</tspan></text></svg>',
  );
});

it('makes ids unique within the page, with the references to them', () => {
  const html = read('<defs><marker id="a"/></defs><path d="M0 0" marker-end="url(#a)"/>');
  expect(html).toContain('<marker id="d1-a">');
  expect(html).toContain('marker-end="url(#d1-a)"');
});

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<rect onclick="alert(1)" onload="alert(1)"/>'],
  ['HTML inside', '<foreignObject><iframe src="//x.example"></iframe></foreignObject>'],
  ['HTML that ends the drawing', '<p><img src="x" onerror="alert(1)">'],
  ['a link', '<a href="javascript:alert(1)"><text>x</text></a>'],
  ['a picture', '<image href="https://x.example/a.png"/>'],
  ['a reference to another file', '<use href="https://x.example/a.svg#b"/>'],
  ['a paint from another file', '<rect fill="url(https://x.example/a.svg#b)"/>'],
  ['an escaped paint', '<rect fill="u\\72l(https://x.example/a.svg#b)"/>'],
  ['a style', '<style>@import "https://x.example";</style><rect style="fill:url(//x.example)" class="hidden"/>'],
  ['an animation', '<set attributeName="href" to="javascript:alert(1)"/><animate onbegin="alert(1)"/>'],
])('leaves out %s', (_what, inner) => {
  expect(read(inner)).not.toMatch(/script|alert|x\.example|iframe|<img|<a |style|class|onclick|animate|<set/);
});

it('inlines a drawing whose CSS only sets the page’s own colours for the dark theme', () => {
  expect(read(`${darkStyle}<rect fill="var(--ink, #17211b)"/>`)).toContain('<rect fill="var(--ink, #17211b)">');
});

it.each([
  ['another property', '<style>@media(prefers-color-scheme:dark){:root{--ink:#fff;color:red}}</style>'],
  ['a property that the page does not have', '<style>@media(prefers-color-scheme:dark){:root{--brand:#fff}}</style>'],
  ['a second rule', '<style>@media(prefers-color-scheme:dark){:root{--ink:#fff}}text{fill:red}</style>'],
  ['a style attribute', `${darkStyle}<rect style="fill:red"/>`],
])('leaves a drawing whose CSS sets %s as a file', (_what, inner) => {
  expect(read(inner)).toBe('none');
});

it('leaves a file that is too large, or has no view box, as a file', () => {
  expect(read('<rect/>'.repeat(4_000))).toBe('none');
  expect(read('<rect/>', 'width="10"')).toBe('none');
  expect(readDrawing('no drawing', '', 'd1-')).toBeNull();
});
