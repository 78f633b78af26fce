import { expect, it } from 'vitest';
import { findBrokenAnchors, listAllAnchors } from './check-anchors.ts';
import { listLinks } from './links.ts';
import { renderContentDirectly } from './render-content.ts';

it('a text with many links to headings of an entry reads that entry once', async () => {
  const link = (anchor: string) => `[a](/blog/other#${anchor}) [b](/blog/own#${anchor})`;
  const body = `## Here\n\n${link('s-here')} ${link('s-there')}\n\n${link('s-nowhere')}\n\n${link('main')} [c](https://our.example/blog/other#prices)`;
  const rendered = await renderContentDirectly('BLOG', { body, fields: {} });
  const read: string[] = [];
  const problems = await findBrokenAnchors(
    '/blog/own',
    listLinks('BLOG', {}, rendered),
    listAllAnchors('BLOG', {}, rendered),
    async (_type, slug) => {
      read.push(slug);
      return new Set(['s-there']);
    },
    { origin: 'https://our.example' },
  );
  expect(read).toEqual(['other']);
  expect(problems.map(({ line, message }) => `${line} ${message.split(',')[0]}`)).toEqual([
    '3 links to /blog/other#s-here',
    '3 links to /blog/own#s-there',
    '5 links to /blog/other#s-nowhere',
    '5 links to /blog/own#s-nowhere',
    '7 links to https://our.example/blog/other#prices',
  ]);
});
