import { expect, it } from 'vitest';
import { createSvgDocument } from './drawing.ts';
import { inlineDrawings } from './inline-drawings.ts';
import { drawPlate } from './plate.ts';

it('gives all marks of a drawing, without the id by which other documents refer to them', () => {
  const marks = inlineDrawings.plate({
    type: 'TRIVIA',
    slug: 'a-question',
    title: 'A question',
    summary: 'A summary.',
    fields: { plate: 'packet' },
  });
  expect(marks).toMatch(/^<g aria-hidden="true" .*<\/g>$/s);
  const file = createSvgDocument(drawPlate('TRIVIA', 'a-question', 'packet'));
  expect(file).toContain(marks.replace('aria-hidden="true"', 'id="drawing"'));
});
