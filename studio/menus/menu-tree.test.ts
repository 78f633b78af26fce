import { expect, it } from 'vitest';
import { dropRow, type MenuItem, type MenuPart } from './menu-tree.ts';

const link = (to: string): MenuItem => ({ kind: 'link', to });
const group = (label: string, ...targets: string[]): MenuItem => ({
  kind: 'group',
  label,
  items: targets.map((to) => ({ to })),
});
/** Writes items as words: a group with its links in brackets. */
const write = (items: readonly MenuItem[]): string =>
  items.map(({ to, label, items: inner }) => (inner ? `${label}(${write(inner)})` : to)).join(' ');

// Rows: 0 A, 1 G, 2 a, 3 b, 4 H, 5 c, 6 B
const header = [link('A'), group('G', 'a', 'b'), group('H', 'c'), link('B')];

it.each<[what: string, from: number, to: number, levels: number, both: string]>([
  ['a link past a group', 0, 3, 0, 'G(a b) A H(c) B'],
  ['a link between the links of a group', 0, 2, 0, 'G(a A b) H(c) B'],
  ['a link to the end of a group', 6, 6, 1, 'A G(a b) H(c B)'],
  ['a link of a group into another group', 2, 5, 0, 'A G(b) H(c a) B'],
  ['a link out of its group', 3, 3, -1, 'A G(a) b H(c) B'],
  ['a link below a link, which is no group', 3, 0, 0, 'b A G(a) H(c) B'],
  ['a group with its links', 1, 6, 0, 'A H(c) B G(a b)'],
  ['a group into another group, which puts it below that', 4, 2, 1, 'A G(a b) H(c) B'],
])('a drag moves %s', (_what, from, to, levels, both) => {
  expect(write(dropRow('header', header, { from, to, levels }))).toBe(both);
});

it('a link of the footer stays in a group, and one of the last row outside of groups', () => {
  const footer = [group('G', 'a'), group('H', 'b')];
  const drop = (part: MenuPart, items: MenuItem[], from: number, to: number, levels: number) =>
    write(dropRow(part, items, { from, to, levels }));
  expect(drop('footer', footer, 3, 0, -1)).toBe('G(b a) H()');
  expect(drop('legal', [{ to: 'x' }, { to: 'y' }], 1, 0, 1)).toBe('y x');
});
