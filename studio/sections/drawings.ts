import type { SectionKind } from '../../contract/content/sections.ts';

// The small drawings of sections, on 48 × 32 units. Each is two or three paths: texts and boxes, headings, and what the
// eye goes to first.

/** The paths of a drawing by the colour that fills them. */
export interface SectionDrawing {
  soft?: string;
  ink?: string;
  accent?: string;
}

const box = (x: number, y: number, width: number, height = 2) => `M${x} ${y}h${width}v${height}h${-width}z`;
const dot = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
/** The border of a box: the inner box runs the other way, so that it stays empty. */
const frame = (x: number, y: number, width: number, height: number) =>
  `${box(x, y, width, height)}M${x + 1} ${y + 1}v${height - 2}h${width - 2}v${2 - height}z`;
const lines = (x: number, y: number, ...widths: number[]) =>
  widths.map((width, index) => box(x, y + index * 4, width)).join('');
const columns = (draw: (x: number) => string) => [4, 18, 32].map(draw).join('');
const rows = (draw: (y: number) => string) => [5, 14, 23].map(draw).join('');
const hills = (x: number, y: number) => `M${x} ${y}l4 -6l3 4l3 -5l4 7z`;

export const sectionDrawings: Record<SectionKind, SectionDrawing> = {
  hero: { ink: box(4, 6, 20, 5), soft: `${lines(4, 14, 18, 14)}${frame(29, 4, 15, 24)}`, accent: box(4, 24, 10, 4) },
  text: { ink: box(4, 5, 18, 3), soft: lines(4, 11, 40, 36, 40, 38, 24) },
  features: {
    accent: columns((x) => box(x, 6, 5, 5)),
    ink: columns((x) => box(x, 14, 10)),
    soft: columns((x) => lines(x, 18, 12, 12, 8)),
  },
  figures: { ink: columns((x) => box(x, 8, 9, 9)), soft: columns((x) => lines(x, 20, 12, 8)) },
  steps: {
    accent: rows((y) => dot(7, y + 2, 3)),
    ink: rows((y) => box(14, y, 14)),
    soft: rows((y) => box(14, y + 4, 28)),
  },
  timeline: {
    soft: `${box(4, 15, 40, 1)}${box(7, 22, 10)}${box(31, 22, 10)}${box(19, 7, 10)}`,
    ink: `${box(7, 18, 7)}${box(31, 18, 7)}${box(19, 11, 7)}`,
    accent: `${dot(8, 15.5, 2.5)}${dot(22, 15.5, 2.5)}${dot(34, 15.5, 2.5)}`,
  },
  claims: {
    ink: rows((y) => box(4, y, 16)),
    soft: rows((y) => box(4, y + 4, 24)),
    accent: rows((y) => box(34, y, 10, 5)),
  },
  quotes: {
    accent: 'M4 6h5v5l-3 4h-2l1-4h-1zM11 6h5v5l-3 4h-2l1-4h-1z',
    soft: `${lines(20, 7, 24, 22, 24)}${box(28, 24, 14)}`,
    ink: `${dot(22, 25, 2.5)}${box(28, 21, 10)}`,
  },
  logos: { soft: [6, 18].map((y) => columns((x) => box(x, y, 12, 8))).join('') },
  entries: {
    soft: columns((x) => `${box(x, 5, 12, 9)}${lines(x, 21, 12, 9)}`),
    ink: columns((x) => box(x, 16, 10)),
  },
  plans: {
    soft: `${frame(4, 5, 12, 22)}${frame(32, 5, 12, 22)}${columns((x) => lines(x + 3, 14, 6, 6))}`,
    accent: frame(18, 3, 12, 26),
    ink: columns((x) => box(x + 3, 8, 6, 3)),
  },
  people: {
    ink: columns((x) => dot(x + 6, 11, 5)),
    soft: columns((x) => `${box(x, 19, 12)}${box(x + 2, 23, 8)}`),
  },
  quiz: { ink: box(4, 5, 30, 3), soft: `${frame(4, 12, 40, 5)}${frame(4, 24, 40, 5)}`, accent: box(4, 18, 40, 5) },
  picks: {
    accent: box(4, 5, 11, 4),
    soft: `${frame(17, 5, 11, 4)}${frame(30, 5, 11, 4)}${columns((x) => box(x, 13, 12, 8))}`,
    ink: columns((x) => box(x, 24, 10)),
  },
  search: { soft: `${frame(4, 11, 30, 10)}${box(8, 15, 14)}`, accent: box(34, 11, 10, 10) },
  questions: {
    ink: rows((y) => box(4, y, 24)),
    soft: `${rows((y) => box(4, y + 6, 40, 1))}${box(4, 8, 34)}`,
    accent: rows((y) => `${box(40, y, 4, 1)}${box(41.5, y - 1.5, 1, 4)}`),
  },
  chart: {
    soft: `${box(5, 4, 1, 24)}${box(5, 27, 39, 1)}`,
    accent: `${box(9, 19, 6, 8)}${box(18, 14, 6, 13)}${box(27, 16, 6, 11)}${box(36, 8, 6, 19)}`,
  },
  picture: {
    soft: `${frame(8, 4, 32, 20)}${box(8, 27, 18)}`,
    accent: `${hills(16, 21)}${hills(23, 21)}`,
    ink: dot(33, 9, 2),
  },
  gallery: {
    soft: [4, 17].map((y) => columns((x) => frame(x, y, 12, 11))).join(''),
    accent: `M5 14l3 -4l2 2l2 -3l3 5zM33 27l3 -4l2 2l2 -3l3 5z`,
    ink: 'M19 27l3 -4l2 2l2 -3l3 5z',
  },
  video: { soft: frame(6, 4, 36, 24), accent: 'M20 10l10 6l-10 6z' },
  form: {
    ink: `${box(4, 4, 10)}${box(4, 14, 8)}`,
    soft: `${frame(4, 7, 40, 5)}${frame(4, 17, 40, 5)}`,
    accent: box(4, 25, 12, 4),
  },
  action: { soft: `${frame(4, 4, 40, 24)}${box(14, 14, 20)}`, ink: box(11, 8, 26, 4), accent: box(18, 20, 12, 4) },
  storage: {
    soft: rows((y) => `${box(4, y, 26)}${box(4, y + 6, 40, 1)}`),
    accent: rows((y) => box(36, y - 1, 8, 4)),
  },
};
