import { expect, it } from 'vitest';
import { cleanDrawing } from './clean-drawing.ts';

const draw = (inner: string, attributes = 'viewBox="0 0 30 20"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

it('keeps shapes, text, colours and the styles of a drawing, and gives it a size', () => {
  const inner = '<style>.a{fill:url(#g)}</style><path class="a" d="M0 0h9"/><text x="1" y="2">A &amp; B</text>';
  expect(cleanDrawing(draw(`<defs><linearGradient id="g"/></defs>${inner}`))).toEqual({
    width: 30,
    height: 20,
    isReduced: false,
    svg:
      '<svg viewBox="0 0 30 20" xmlns="http://www.w3.org/2000/svg" width="30" height="20">' +
      '<defs><linearGradient id="g" /></defs><style>.a{fill:url(#g)}</style><path class="a" d="M0 0h9" />' +
      '<text x="1" y="2">A &#x26; B</text></svg>',
  });
});

it.each([
  ['a script', '<script>alert(1)</script>', /script|alert/],
  ['a script behind an unclosed style', '<style>a{}</style><style><script>alert(1)</script></style>', /script|alert/],
  ['an event', '<rect width="5" onload="alert(1)" onclick="alert(1)"/>', /onload|onclick|alert/],
  ['a link', '<a href="javascript:alert(1)"><text>x</text></a>', /href|javascript/],
  ['HTML inside', '<foreignObject><iframe src="https://evil.test"></iframe></foreignObject>', /iframe|foreign|evil/],
  ['a picture from elsewhere', '<image href="https://evil.test/x.png"/>', /image|evil/],
  ['shapes from elsewhere', '<use href="https://evil.test/x.svg#a"/><use xlink:href="data:x,#a"/>', /href|evil|data/],
  ['a font from elsewhere', '<style>@import "https://evil.test/x.css";</style>', /style|evil/],
  ['a font whose address is split by a comment', '<style>@im<!-- -->port "https://evil.test/x";</style>', /style|evil/],
  ['a set of backgrounds', `<rect style="fill:none;mask:image-set('https://evil.test/x' 1x)"/>`, /evil|style/],
  ['a background from elsewhere', '<rect style="fill:url(https://evil.test/x)"/>', /evil|style/],
  ['an escaped background', '<rect style="fill:u\\72l(https://evil.test/x)"/>', /evil|style/],
  ['an animation that sets a link', '<animate attributeName="href" to="javascript:alert(1)"/>', /animate|javascript/],
  ['an entity', '<text>&xxe;</text><set attributeName="x"/>', /<set/],
])('removes %s', (_name, inner, hostile) => {
  const { svg = '' } = cleanDrawing(draw(inner)) ?? {};
  expect(svg).toMatch(/^<svg/);
  expect(svg).not.toMatch(hostile);
});

it.each([
  ['no SVG', '<p>text</p>'],
  ['a drawing without a size', draw('<rect/>', '')],
  ['a size that is none', draw('<rect/>', 'viewBox="a b c d"')],
  ['nothing', ''],
  ['groups that nest too deeply to be read', draw('<g>'.repeat(5_000))],
])('refuses %s', (_name, file) => {
  expect(cleanDrawing(file)).toBeNull();
});
