import { expect, it } from 'vitest';
import { toStudioPath } from './target-path.ts';

it.each([
  '/studio',
  '/studio/',
  '/studio/content?type=BLOG',
  '/studio/content/7/history/draft-1..draft-2',
  '/studio/a.b',
])('leads to %s', (path) => {
  expect(toStudioPath(path)).toBe(path);
});

it.each([
  null,
  '',
  '/',
  '/studios',
  'https://evil.test/studio',
  '//evil.test/studio',
  '/studio\\evil',
  '/studio/..',
  '/studio/../evil',
  '/studio/./evil',
  '/studio/%2e%2e/evil',
  '/studio/.%2E/evil',
  '/studio/%2E?a',
])('leads from %j to the first screen', (text) => {
  expect(toStudioPath(text)).toBe('/studio');
});
