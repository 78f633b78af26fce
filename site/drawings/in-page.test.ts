import { expect, it } from 'vitest';
import { chartMarks, plateInPage, schematicMarks } from './in-page.ts';
import { drawPlate } from './plate.ts';
import { followScheme } from './tones.ts';

it('takes the marks of a drawing, whole and without the name by which others ask for them', () => {
  const { marks } = plateInPage('TRIVIA', 'bits-in-a-uuid');
  const drawing = drawPlate('TRIVIA', 'bits-in-a-uuid');
  expect(marks).toMatch(/^<g aria-hidden="true" .*<\/g>$/s);
  expect(drawing).toContain(String(marks).replace('aria-hidden="true"', 'id="drawing"'));
  expect(String(marks).match(/<g\b/g)?.length).toBe(String(marks).match(/<\/g>/g)?.length);
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

it('gives an image’s address that reads as the drawing, whatever stands in it', () => {
  const { address } = plateInPage('TRIVIA', 'bits-in-a-uuid');
  expect(address).toMatch(/^data:image\/svg\+xml,[^"#<>]+$/);
  const drawing = decodeURIComponent(String(address).slice('data:image/svg+xml,'.length));
  expect(drawing).toBe(followScheme(drawPlate('TRIVIA', 'bits-in-a-uuid')));
});

it('leaves a long plate to be asked for', () => {
  expect(drawPlate('SERVICE', 'disaster-recovery').length).toBeGreaterThan(16_000);
  expect(plateInPage('SERVICE', 'disaster-recovery')).toEqual({ marks: null, address: null });
});
