import type { Point } from './svg.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const isOverlapping = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The box of a figure whose letters stand on the line `baseline`, and around `middle`. */
const getFigureBox = (middle: number, half: number, baseline: number): Box => ({
  left: middle - half - 3,
  right: middle + half + 3,
  top: baseline - 17,
  bottom: baseline + 5,
});

/** Returns whether a line, whose points are ordered from left to right, passes through a box. */
function isCrossedBy(box: Box, line: readonly Point[]): boolean {
  return line.some(([endX, endY], index) => {
    const [startX, startY] = line[index - 1] ?? [endX, endY];
    const [from, to] = [Math.max(startX, box.left), Math.min(endX, box.right)];
    if (from >= to) return false;
    const heights = [from, to].map((x) => startY + ((endY - startY) * (x - startX)) / (endX - startX));
    return Math.max(...heights) > box.top && Math.min(...heights) < box.bottom;
  });
}

/** Returns the first of several baselines at which a figure has room. Without room it returns nothing. */
type PlaceFigure = (middle: number, half: number, baselines: readonly number[]) => number | undefined;

/**
 * Creates a function that places the figures of lines: on no marker and no earlier figure, and across a line only where
 * there is no other room.
 *
 * @param markerSize half the side of a marker
 * @param lowest the greatest y coordinate of a baseline
 */
export function createFigurePlacer(
  lines: readonly (readonly Point[])[],
  markerSize: number,
  lowest: number,
): PlaceFigure {
  const taken = lines.flat().map(
    ([x, y]): Box => ({
      left: x - markerSize,
      right: x + markerSize,
      top: y - markerSize,
      bottom: y + markerSize,
    }),
  );
  return (middle, half, baselines) => {
    const free = baselines.filter((baseline) => {
      const box = getFigureBox(middle, half, baseline);
      return baseline < lowest && !taken.some((other) => isOverlapping(box, other));
    });
    const isClear = (baseline: number) =>
      !lines.some((line) => isCrossedBy(getFigureBox(middle, half, baseline), line));
    const chosen = free.find(isClear) ?? free[0];
    if (chosen !== undefined) taken.push(getFigureBox(middle, half, chosen));
    return chosen;
  };
}
