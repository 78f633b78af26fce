import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { infographics } from '../../testing/site-content/infographics.ts';
import { drawField } from './draw-field.ts';
import { toSvgElements } from './svg-elements.ts';

function render(marks: string): string {
  return renderToStaticMarkup(createElement(Fragment, null, ...toSvgElements(marks)));
}

const sheets = infographics.flatMap(({ fields }) => fields.sheets);

it('keeps attributes, nesting and escaped text', () => {
  const marks =
    '<g aria-hidden="true" font-size="22"><text x="1">a &lt;b&gt; &amp;amp; &quot;é🌿 שלום</text><path d="M0 0"/></g>';
  expect(render(marks)).toBe(
    '<g aria-hidden="true" font-size="22"><text x="1">a &lt;b&gt; &amp;amp; &quot;é🌿 שלום</text><path d="M0 0"></path></g>',
  );
});

it('keeps data attributes as they are', () => {
  expect(render('<g data-series="1"/>')).toBe('<g data-series="1"></g>');
});

it('refuses marks that are not well-formed', () => {
  for (const marks of ['<g>', '</g>', '<g></p>', '<g onclick=x></g>', 'a < b'])
    expect(() => toSvgElements(marks)).toThrow();
});

it('draws every kind of chart', () => {
  expect(new Set(sheets.map(({ kind }) => kind)).size).toBe(5);
  for (const sheet of sheets) {
    const drawing = drawField('sheet', sheet);
    if (drawing.problems) throw new Error(drawing.problems.join());
    for (const { marks } of [drawing.wide, drawing.narrow]) expect(renderToStaticMarkup(marks)).toContain('<text');
  }
});

it('shows markup in a title as text', () => {
  const drawing = drawField('sheet', { ...sheets[0], title: '<script>alert(1)</script>' });
  if (drawing.problems) throw new Error(drawing.problems.join());
  expect(renderToStaticMarkup(drawing.wide.marks)).not.toContain('<script');
});

it('returns the problems of data that cannot be drawn', () => {
  for (const value of [undefined, null, {}, { ...sheets[0], rows: [['a', Number.NaN]] }]) {
    expect(drawField('sheet', value).problems?.length).toBeGreaterThan(0);
  }
  const broken = { nodes: [{ id: 'a', label: 'A', column: 0 }], links: [['a', 'z']] };
  expect(drawField('schematic', broken).problems?.join()).toContain('nodes');
});
