import type { Drawing } from './drawing.ts';

/** Returns `draw` with a memory: the server draws once to measure a drawing in a loader and to show it in the view. */
export function memoizeDrawing<Source extends object>(draw: (source: Source) => Drawing): (source: Source) => Drawing {
  const known = new WeakMap<Source, Drawing>();
  return (source) => {
    const drawing = known.get(source) ?? draw(source);
    known.set(source, drawing);
    return drawing;
  };
}
