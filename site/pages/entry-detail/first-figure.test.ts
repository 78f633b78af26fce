import { expect, it } from 'vitest';
import { nameFirstFigure } from './first-figure.ts';

const drawing = '<figure><svg viewBox="0 0 800 440" role="img"><path d="M0 0h9"></path></svg></figure>';

it('names the first drawing of a text', () => {
  expect(nameFirstFigure({ html: `<p>A text</p>${drawing}${drawing}` }).html).toBe(
    `<p>A text</p>${drawing.replace('<svg', '<svg id="firstFigure"')}${drawing}`,
  );
});

it.each(['<p>A text</p>', `<p><img src="/media/a.webp" alt=""></p>${drawing}`])(
  'changes nothing in a text whose first picture is no drawing: %s',
  (html) => {
    expect(nameFirstFigure({ html }).html).toBe(html);
  },
);
