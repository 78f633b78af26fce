import type { RequestArt } from './load.ts';

/** Where the drawing shows a station that a request passes. */
export interface Station {
  place: RequestArt['stations'][number]['place'];
  /** SVG path data in a box of 46 × 44. */
  glyph: string;
  /** Position in the wide drawing (1200 × 510) and in the tall one (360 × 800). */
  wide: Box;
  tall: Box;
  kind: 'box' | 'standby' | 'note';
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const cylinder =
  'M4 9c0-4 8-7 19-7s19 3 19 7v26c0 4-8 7-19 7s-19-3-19-7zM4 9c0 4 8 7 19 7s19-3 19-7M4 22c0 4 8 7 19 7s19-3 19-7';

export const requestStations: readonly Station[] = [
  {
    place: 'edge',
    glyph: 'M0 6h12l12 16h22M0 22h24M0 38h12l12-16',
    wide: { x: 236, y: 160, width: 188, height: 124 },
    tall: { x: 36, y: 140, width: 272, height: 68 },
    kind: 'box',
  },
  {
    place: 'gate',
    glyph: 'M23 1l21 21-21 21L2 22ZM14 22l7 7 12-13',
    wide: { x: 480, y: 160, width: 188, height: 124 },
    tall: { x: 36, y: 240, width: 272, height: 68 },
    kind: 'box',
  },
  {
    place: 'services',
    glyph: 'M2 14h28v28H2zM9 14V8h27v27h-6M15 8V2h27v27h-6',
    wide: { x: 724, y: 160, width: 188, height: 124 },
    tall: { x: 36, y: 340, width: 272, height: 68 },
    kind: 'box',
  },
  {
    place: 'data',
    glyph: cylinder,
    wide: { x: 968, y: 160, width: 188, height: 124 },
    tall: { x: 36, y: 440, width: 272, height: 68 },
    kind: 'box',
  },
  {
    place: 'standby',
    glyph: cylinder,
    wide: { x: 968, y: 336, width: 188, height: 112 },
    tall: { x: 36, y: 548, width: 272, height: 68 },
    kind: 'standby',
  },
  {
    place: 'probes',
    glyph: 'M0 22h8l5-14 8 28 6-20 4 6h15',
    wide: { x: 236, y: 62, width: 300, height: 52 },
    tall: { x: 36, y: 632, width: 280, height: 48 },
    kind: 'note',
  },
  {
    place: 'size',
    glyph: 'M4 43V30M14 43V22M24 43V12M34 43V26M0 6h46',
    wide: { x: 566, y: 368, width: 260, height: 52 },
    tall: { x: 36, y: 686, width: 280, height: 48 },
    kind: 'note',
  },
  {
    place: 'watch',
    glyph: 'M44 22a21 21 0 1 1-42 0 21 21 0 0 1 42 0ZM23 9v14l9 6',
    wide: { x: 236, y: 446, width: 282, height: 52 },
    tall: { x: 36, y: 740, width: 272, height: 48 },
    kind: 'note',
  },
];
