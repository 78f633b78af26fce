import { expect, it } from 'vitest';
import { createDrawing } from '../../site/drawings/drawing.ts';
import { drawRect } from '../../site/drawings/svg.ts';
import { fitIntoCover } from './find-subject.ts';

it('shows the whole of a drawing of another shape', () => {
  const { width, height, marks } = fitIntoCover(createDrawing('High', 400, 840, drawRect(0, 0, 400, 840)));
  expect({ width, height }).toEqual({ width: 800, height: 420 });
  expect(marks).toContain('translate(300.0 0.0) scale(0.5000)');
});
