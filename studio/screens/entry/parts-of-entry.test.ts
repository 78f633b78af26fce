import { expect, it } from 'vitest';
import { hasText, isDetail } from './parts-of-entry.ts';

it('a page has a text only if an earlier version had one, and a setting has none', () => {
  for (const body of ['', '\n']) expect(hasText('PAGE', body)).toBe(false);
  expect(hasText('PAGE', 'A former text.\n')).toBe(true);
  expect(hasText('BLOG', '')).toBe(true);
  expect(hasText('SETTING', '')).toBe(false);
});

it('facts stand beside the text, but those of a setting and sections stand in its place', () => {
  for (const path of ['fields.plate', 'category', 'keywords.1', 'slug']) expect(isDetail('BLOG', path)).toBe(true);
  for (const path of ['title', 'summary', 'body']) expect(isDetail('BLOG', path)).toBe(false);
  expect(isDetail('PAGE', 'fields.sections.1.title')).toBe(false);
  expect(isDetail('PAGE', 'fields.lede')).toBe(true);
  expect(isDetail('SETTING', 'fields.name')).toBe(false);
});
