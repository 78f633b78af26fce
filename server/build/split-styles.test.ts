import { expect, it } from 'vitest';
import { createStyleSelector } from './page-styles.ts';
import { splitStyles } from './split-styles.ts';

const select = (css: string, html: string) => createStyleSelector(splitStyles(css))(html).text;

it.each<[name: string, css: string, html: string, selected: string]>([
  ['a rule without a class', 'p{margin:0}', '', 'p{margin:0}'],
  ['a rule whose class the page has', '.a{margin:0}.b{margin:1px}', '<p class="b">', '.b{margin:1px}'],
  ['a rule with all its classes', '.a .b{margin:0}.a .c{margin:1px}', '<p class="a c">', '.a .c{margin:1px}'],
  ['a rule of which one selector can match', '.a,.b:hover{margin:0}', '<p class="b">', '.a,.b:hover{margin:0}'],
  [
    'a class that must be absent',
    '.a:not(.b, :is(.c, .d)){margin:0}',
    '<p class="a">',
    '.a:not(.b, :is(.c, .d)){margin:0}',
  ],
  [
    'conditions around a rule',
    '@media print{.a{margin:0}.b{margin:1px}}',
    '<p class="b">',
    '@media print{.b{margin:1px}}',
  ],
  [
    'rules of one condition, joined, and in their order',
    '@layer x{@media print{.a{margin:0}}.b{margin:1px}}.c{margin:2px}@layer x{.a{margin:3px}}',
    '<p class="a b c">',
    '@layer x{@media print{.a{margin:0}}.b{margin:1px}}.c{margin:2px}@layer x{.a{margin:3px}}',
  ],
  [
    'fonts and keyframes',
    '@font-face{src:url(/a)}@keyframes k{to{margin:0}}',
    '',
    '@font-face{src:url(/a)}@keyframes k{to{margin:0}}',
  ],
  ['the order of layers', '@layer x,y;.a{margin:0}', '', '@layer x,y;'],
  ['a class name that is part of another', '.a{margin:0}', '<p class="ab a-b">', ''],
])('selects %s', (_name, css, html, selected) => {
  expect(select(css, html)).toBe(selected);
});
