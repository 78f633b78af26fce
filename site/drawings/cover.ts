import { coverSize } from '../../contract/content/picture-variants.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { createGroup, drawRect, tone } from './svg.ts';

const { width, height } = coverSize;

/** Returns a drawing of the shape of a cover that shows the whole of another drawing. */
export function fitIntoCover(drawing: Drawing): Drawing {
  if (drawing.width === width && drawing.height === height) return drawing;
  const scale = Math.min(width / drawing.width, height / drawing.height);
  const [x, y] = [(width - drawing.width * scale) / 2, (height - drawing.height * scale) / 2];
  return createDrawing(
    drawing.title,
    width,
    height,
    drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    createGroup({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})` }, drawing.marks),
  );
}
