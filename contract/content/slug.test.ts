import { afterEach, expect, it, test, vi } from 'vitest';
import { toSlug } from './slug.ts';

test.each([
  ['What We Do', 'what-we-do'],
  ['site', 'site'],
  ['', ''],
  // Each space becomes a hyphen, at the ends too.
  [' Two  spaces ', '-two--spaces-'],
  // Only spaces: no other white space, and no punctuation.
  ['a\tb\nc\u00a0d', 'a\tb\nc\u00a0d'],
  ['C++ & Go/Rust, v1.2_x?', 'c++-&-go/rust,-v1.2_x?'],
  ['Already-a-slug', 'already-a-slug'],
  // Nothing is transliterated or normalised.
  ['ÉCOLE Straße Ünï', 'école-straße-ünï'],
  ['\u0045\u0301', '\u0065\u0301'],
  ['日本 Ω', '日本-ω'],
])('%j becomes %j', (label, slug) => {
  expect(toSlug(label)).toBe(slug);
});

afterEach(() => vi.restoreAllMocks());

it('ignores the locale: I becomes i in Turkish too', () => {
  const byLocale = vi.spyOn(String.prototype, 'toLocaleLowerCase');
  expect(toSlug('SITE INDEX')).toBe('site-index');
  expect(byLocale).not.toHaveBeenCalled();
});

it('leaves a slug unchanged', () => {
  expect(toSlug(toSlug('Large Rooms'))).toBe('large-rooms');
});
