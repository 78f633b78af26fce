import { expect, it } from 'vitest';
import { createPicture } from '../../site/drawings/picture.ts';
import { getTestLook } from '../../testing/looks.ts';
import { readFigure } from './read-figure.ts';

const getFile = (inner: string, viewBox = '0 0 80 40') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" font-size="10" font-family="monospace">${inner}</svg>`;

it('states in each run of a text what it inherits, in the fonts of the site, and where it begins', () => {
  const figure = readFigure(
    getFile(
      '<g fill="var(--accent, #0b7a3e)"><text x="4" y="9">a<tspan fill="#000" font-family="ui-sans-serif">b</tspan></text></g>',
    ),
  );
  expect(figure).toMatchObject({ width: 80, height: 40 });
  expect(figure?.marks.match(/<text [^>]*>[^<]*/g)).toEqual([
    `<text fill="var(--accent, #0b7a3e)" font-family="var(--font-drawing)" font-size="9.0" x="4.0" y="9.0">a`,
    `<text fill="#000" font-family="var(--font-text)" font-size="10.0" x="10.3" y="9.0">b`,
  ]);
});

it('has its colours fixed where it is drawn without a browser', () => {
  const figure = readFigure(
    getFile('<rect width="8" height="4" fill="var(--ink, #17211b)"/><text x="1" y="9">a &lt; b</text>'),
  );
  if (!figure) throw new Error('not read');
  const { svg } = createPicture(figure, 80, getTestLook());
  expect(svg).toContain('<rect width="8" height="4" fill="#17211b"/>');
  expect(svg).not.toContain('var(');
});

it.each([
  ['has CSS of its own', '<style>text{fill:red}</style><text x="1" y="9">a</text>'],
  ['moves a text with its group', '<g transform="translate(4 4)"><text x="1" y="9">a</text></g>'],
])('reads no figure that %s', (_what, inner) => {
  expect(readFigure(getFile(inner))).toBeNull();
});

it('reads no figure whose view box begins elsewhere, because its texts would be misplaced', () => {
  expect(readFigure(getFile('<text x="1" y="9">a</text>', '10 0 80 40'))).toBeNull();
});
