import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { requestPlaces } from '../../../contract/content/section-schemas.ts';
import { findLowContrast, type SvgStyle } from '../../../testing/find-low-contrast.ts';
import type { RequestArt } from './load.ts';
import styles from './request-schematic.module.css';
import { RequestSchematic } from './request-schematic.tsx';

const css = readFileSync(new URL('./request-schematic.module.css', import.meta.url), 'utf8');

const classNames = [...new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name))];

/** The rules outside media queries: their selectors and declarations. */
const rules = [...css.matchAll(/^((?:\.[^\n{]+,\n)*\.[^\n{]+) \{\n([^{}]*)/gm)].map(
  ([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map((selector) => selector.trim()),
    style: Object.fromEntries(
      [...body.matchAll(/^ {2}(fill|stroke): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
  }),
);

/** Returns the colours that the style sheet gives an element, by its class and the class of the link around it. */
function readStyle(className: string, parentClass: string): SvgStyle {
  const findClassName = (scoped: string) => classNames.find((name) => styles[name] === scoped) ?? scoped;
  const own = `.${findClassName(className)}`;
  const matching = rules.filter(({ selectors }) =>
    selectors.some((selector) => selector === own || selector === `.${findClassName(parentClass)} > ${own}`),
  );
  return Object.assign({}, ...matching.map(({ style }) => style));
}

const art: RequestArt = {
  kind: 'request',
  description: 'A request and the parts that it passes',
  hint: 'Each part is a link',
  visitor: 'A visitor asks',
  measure: ['a measure', 'in two lines'],
  stations: requestPlaces.map((place) => ({ place, caption: 'A part', target: '/what-we-do/a-service' })),
};

it.each(['light', 'dark'] as const)('has text of 4.5:1 and lines of 3:1 in the %s theme', (theme) => {
  const markup = renderToStaticMarkup(createElement(RequestSchematic, { art, titles: {} }));
  expect(markup).toContain(styles.measure);
  expect(findLowContrast(markup, theme, readStyle)).toEqual([]);
  const isFaint = (className: string): SvgStyle => (className === styles.figure ? { fill: 'var(--line)' } : {});
  const faint = findLowContrast(markup, theme, (own, parent) => ({ ...readStyle(own, parent), ...isFaint(own) }));
  expect(faint).toHaveLength(4);
});
