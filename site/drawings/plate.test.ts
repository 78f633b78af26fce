import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { entryTypeNames, entryTypes } from '../../contract/entry-types.ts';
import { flattenColors } from './flatten.ts';
import { drawPlate } from './plate.ts';
import { drawPortrait } from './portrait.ts';
import { expectWellFormed } from './well-formed.ts';

const content = join(import.meta.dirname, '../../content');
const slugsOf = (folder: string) =>
  readdirSync(join(content, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3));
const entries = entryTypeNames.flatMap((type) => slugsOf(entryTypes[type].folder).map((slug) => ({ type, slug })));
const plates = entries.map(({ type, slug }) => drawPlate(type, slug));

describe('plates', () => {
  test('are the same each time', () => {
    expect(entries.map(({ type, slug }) => drawPlate(type, slug))).toEqual(plates);
  });

  test('are never two alike, not even under different sheet numbers', () => {
    expect(entries.length).toBeGreaterThan(0);
    // The title block carries a number of its own; the drawings differ without it.
    const marks = plates.map((plate) => plate.replaceAll(/<text [^>]*>[^<]*<\/text>/g, ''));
    expect(new Set(marks).size).toBe(entries.length);
  });

  test('are well-formed, finite and under 4 kB compressed, for they stand in pages', () => {
    for (const plate of plates) {
      expectWellFormed(plate);
      expect(gzipSync(plate).length).toBeLessThan(4_000);
    }
  });

  test('keep their marks in the group that pages refer to', () => {
    for (const plate of plates)
      expect(plate).toMatch(/^<svg [^>]*viewBox="0 0 800 420"[^>]*><title>[^<]+<\/title><g id="drawing" /);
  });

  test('carry no style, script or reference, and no colour without its token', () => {
    for (const plate of plates) {
      expect(plate).not.toMatch(/<script|<style| style=|href=|url\(/);
      expect(plate.replaceAll(/var\(--[a-z-]+, #[0-9a-f]{6}\)/g, '')).not.toMatch(/#[0-9a-f]{3}/);
      expect(flattenColors(plate, 'dark')).not.toContain('var(');
    }
  });

  test('come in all eight families', () => {
    const titles = plates.map((plate) => /<title>([^<,]+)/.exec(plate)?.[1] ?? '');
    for (const word of ['ROUTING', 'RACK', 'CONTOURS', 'DATA HALL', 'TIMING'])
      expect(titles.some((title) => title.startsWith(word))).toBe(true);
    expect(new Set(titles).size).toBeGreaterThanOrEqual(8);
  });
});

test('portraits are the same each time, differ from one another and are well-formed', () => {
  const slugs = [...slugsOf('team'), 'somebody-new', 'somebody-else'];
  const drawn = slugs.map(drawPortrait);
  expect(slugs.map(drawPortrait)).toEqual(drawn);
  expect(new Set(drawn.map((svg) => svg.replaceAll(/<text [^>]*>[^<]*<\/text>/g, ''))).size).toBe(slugs.length);
  for (const svg of drawn) expectWellFormed(svg);
});
