import { expect, it } from 'vitest';
import { getTestLook } from '../../testing/looks.ts';
import { expectWellFormed } from '../../testing/well-formed.ts';
import { createDrawing, createSvgDocument } from './drawing.ts';
import { drawLabel } from './svg.ts';

const drawing = createDrawing('Two & more', 800, 120.04, drawLabel(10, 20, 'One'), drawLabel(10, 40, 'Two'));

it('has a title, a size and its marks in the group that pages refer to', () => {
  const svg = createSvgDocument(drawing);
  expectWellFormed(svg);
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 800 120" role="img"><title>Two &amp; more<\/title><g id="drawing" /);
  expect(svg.match(/<text stroke="none" /g)).toHaveLength(2);
  expect(drawing.height).toBe(120);
});

it('brings its colours outside that group, where a page shows it as an image', () => {
  const svg = createSvgDocument(drawing, getTestLook());
  expectWellFormed(svg);
  expect(svg).toMatch(
    /<\/title><style>:root\{--font-drawing:[^<]*--ground:#f6f3ea;[^<]*prefers-color-scheme:dark[^<]*--ground:#0f1613;[^<]*<\/style><g id="drawing"/,
  );
});
