import { expect, it } from 'vitest';
import { createSvgDocument } from './drawing.ts';
import { inlineDrawings } from './inline-drawings.ts';
import { drawPlate } from './plate.ts';

const question = {
  type: 'TRIVIA',
  slug: 'a-question',
  title: 'A question',
  summary: 'A summary.',
  fields: { plate: 'packet' },
} as const;

it('gives all marks of a drawing, without the id by which other documents refer to them', () => {
  const marks = inlineDrawings.plate(question, true);
  expect(marks).toMatch(/^<g aria-hidden="true" .*<\/g>$/s);
  const file = createSvgDocument(drawPlate('TRIVIA', 'a-question', 'packet'));
  expect(file).toContain(marks.replace('aria-hidden="true"', 'id="drawing"'));
});

it('gives a card the plate without its lettering, whichever was drawn first', () => {
  expect(inlineDrawings.plate(question, true)).toContain('<text');
  expect(inlineDrawings.plate(question, false)).not.toContain('<text');
});
