import { expect, it } from 'vitest';
import { chartMarks, plateMarks, schematicMarks } from './in-page.ts';
import { drawPlate } from './plate.ts';

it('takes the marks of a drawing, whole and without the name by which others ask for them', () => {
  const marks = plateMarks('TRIVIA', 'bits-in-a-uuid');
  const drawing = drawPlate('TRIVIA', 'bits-in-a-uuid');
  expect(marks).toMatch(/^<g aria-hidden="true" .*<\/g>$/s);
  expect(drawing).toContain(marks.replace('aria-hidden="true"', 'id="drawing"'));
  expect(marks.match(/<g\b/g)?.length).toBe(marks.match(/<\/g>/g)?.length);
  const schematic = { nodes: [{ id: 'a', label: 'A', column: 0 }], links: [] };
  expect(schematicMarks(schematic)).toMatch(/^<g .*<\/g>$/s);
  const sheet = {
    title: 'T',
    kind: 'bar',
    unit: 'ms',
    scale: 'linear',
    columns: ['a', 'b'],
    rows: [['x', 1]],
    source: { title: 'S' },
  } as const;
  expect(chartMarks(structuredClone(sheet) as never)).toMatch(/^<g .*<\/g>$/s);
});
