import { describe, expect, test } from 'vitest';
import { createHatchPath } from './drafting.ts';
import type { Point } from './svg.ts';

/** Returns the start and end of each line of a path with relative commands. */
function listLines(d: string): [Point, Point][] {
  const lines: [Point, Point][] = [];
  let at: Point = [0, 0];
  for (const [, command, dx, dy] of d.matchAll(/([Mml])(-?[\d.]+) ?(-?[\d.]+)/g)) {
    const to: Point = command === 'M' ? [Number(dx), Number(dy)] : [at[0] + Number(dx), at[1] + Number(dy)];
    if (command === 'l') lines.push([at, to]);
    at = to;
  }
  return lines;
}

describe('hatching', () => {
  const [x, y, width, height, gap] = [40, 30, 60, 24, 5];

  test.each([1, 0, -1] as const)('with slope %i fills its rectangle from edge to edge, evenly', (slope) => {
    const lines = listLines(createHatchPath(x, y, width, height, gap, slope));
    expect(lines.length).toBe(Math.round(slope === 0 ? height / gap : (width + height) / (gap * Math.SQRT2)));
    for (const [from, to] of lines) {
      for (const [px, py] of [from, to]) {
        expect(px).toBeGreaterThan(x - 0.1);
        expect(px).toBeLessThan(x + width + 0.1);
        expect(py).toBeGreaterThan(y - 0.1);
        expect(py).toBeLessThan(y + height + 0.1);
      }
      // Downwards to the left, level, or downwards to the right.
      if (slope === 0) expect([to[0] - from[0], to[1] - from[1]]).toEqual([width, 0]);
      else expect(to[0] - from[0]).toBeCloseTo(-slope * (to[1] - from[1]), 0);
    }
    const across = lines.map(([[px, py]]) => (slope === 0 ? py : slope * px + py));
    for (const [index, place] of across.entries())
      if (index > 0) expect(place - Number(across[index - 1])).toBeCloseTo(slope === 0 ? gap : gap * Math.SQRT2, 0);
  });

  test('leaves out a rectangle that is thinner than half a gap', () => {
    expect(createHatchPath(x, y, width, 2, gap, 0)).toBe('');
  });
});
