import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { plateFamilies, typesWithPages } from '../../contract/content/entry-types.ts';
import { getTestLook } from '../../testing/looks.ts';
import { expectWellFormed } from '../../testing/well-formed.ts';
import { createSvgDocument } from './drawing.ts';
import { flattenProperties } from './flatten.ts';
import { drawPlate } from './plate.ts';

/** Slugs of entries, drawn in every family. */
const slugs = [
  'storage',
  'a-longer-slug-of-many-words',
  'x',
  '2026',
  ...Array.from({ length: 12 }, (_, at) => `slug-${at}`),
];
const entries = typesWithPages.flatMap((type) =>
  slugs.map((slug, at) => ({ type, slug, family: plateFamilies[at % plateFamilies.length] ?? 'rack' })),
);
const drawAll = () => entries.map(({ type, slug, family }) => createSvgDocument(drawPlate(type, slug, family)));
const plates = drawAll();

describe('plates', () => {
  test('are the same each time', () => {
    expect(drawAll()).toEqual(plates);
  });

  test('differ from each other in more than their sheet numbers', () => {
    // The title block contains the sheet number. The drawings must differ without it.
    const marks = plates.map((plate) => plate.replaceAll(/<text [^>]*>[^<]*<\/text>/g, ''));
    expect(new Set(marks).size).toBe(entries.length);
  });

  test('are well-formed and finite, and small enough for a page: under 4 kB compressed', () => {
    for (const plate of plates) {
      expectWellFormed(plate);
      expect(gzipSync(plate).length).toBeLessThan(4_000);
    }
  });

  test('have their marks in the group that pages refer to', () => {
    for (const plate of plates)
      expect(plate).toMatch(/^<svg [^>]*viewBox="0 0 800 420"[^>]*><title>[^<]+<\/title><g id="drawing" /);
  });

  test('contain no style, script or reference, and no colour without its token', () => {
    for (const plate of plates) {
      expect(plate).not.toMatch(/<script|<style| style=|href=|url\(/);
      expect(plate).not.toMatch(/#[0-9a-f]{3}/);
      expect(flattenProperties(plate, getTestLook(), 'dark')).not.toMatch(/var\(|=""/);
    }
  });

  test('come in all eight families', () => {
    const titles = plates.map((plate) => /<title>([^<,]+)/.exec(plate)?.[1] ?? '');
    for (const word of ['ROUTING', 'RACK', 'CONTOURS', 'DATA HALL', 'TIMING'])
      expect(titles.some((title) => title.startsWith(word))).toBe(true);
    expect(new Set(titles).size).toBeGreaterThanOrEqual(8);
  });
});
