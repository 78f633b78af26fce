import { expect, it } from 'vitest';
import { addFirstFigureId } from './first-figure.ts';

const drawing = '<figure><svg viewBox="0 0 800 440" role="img"><path d="M0 0h9"></path></svg></figure>';

it('gives the first drawing of a text an id', () => {
  expect(addFirstFigureId({ html: `<p>A text</p>${drawing}${drawing}` }).html).toBe(
    `<p>A text</p>${drawing.replace('<svg', '<svg id="firstFigure"')}${drawing}`,
  );
});

it.each(['<p>A text</p>', `<p><img src="/media/a.webp" alt=""></p>${drawing}`])(
  'changes nothing in a text whose first picture is no drawing: %s',
  (html) => {
    expect(addFirstFigureId({ html }).html).toBe(html);
  },
);
