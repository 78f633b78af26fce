import type { Drawing } from './drawing.ts';

/** Returns a memoized `draw`. A loader measures a drawing and the view shows it, but the server draws it only once. */
export function memoizeDrawing<Source extends object>(draw: (source: Source) => Drawing): (source: Source) => Drawing {
  const known = new WeakMap<Source, Drawing>();
  return (source) => {
    const drawing = known.get(source) ?? draw(source);
    known.set(source, drawing);
    return drawing;
  };
}
