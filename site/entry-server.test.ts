import { expect, it } from 'vitest';
import { createSvgDocument } from './drawings/drawing.ts';
import { drawPlate } from './drawings/plate.ts';
import { replaceLabelsWithLines } from './drawings/replace-labels.ts';
import { inlineDrawings } from './entry-server.tsx';

const question = {
  type: 'TRIVIA',
  slug: 'a-question',
  title: 'A question',
  summary: 'A summary.',
  fields: { plate: 'packet' },
} as const;

it('gives all marks of a drawing, without the id by which other documents refer to them', () => {
  const marks = inlineDrawings.plate(question);
  expect(marks).toMatch(/^<g aria-hidden="true" .*<\/g>$/s);
  const file = createSvgDocument(replaceLabelsWithLines(drawPlate('TRIVIA', 'a-question', 'packet')));
  expect(file).toContain(marks.replace('aria-hidden="true"', 'id="drawing"'));
});

it('gives a plate without its lettering, which would be too small to read', () => {
  expect(inlineDrawings.plate(question)).not.toContain('<text');
});
