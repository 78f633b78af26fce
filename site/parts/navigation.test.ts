import { expect, it } from 'vitest';
import { isCurrentLink, navigationGroups } from './navigation.ts';

const links = navigationGroups.flatMap((group) => group.links);

it.each([
  ['/blogs', ['Blogs']],
  ['/blog/a', ['Blogs']],
  ['/blog-category/a', ['Blogs']],
  ['/what-we-do/a', ['What we do']],
  ['/apps/a', ['Apps']],
  ['/why-us', ['Why us']],
  ['/', []],
])('marks in the menu, on the page %s, the links %j', (pathname, marked) => {
  const current = links.filter((link) => isCurrentLink(link, pathname)).map(({ label }) => label);
  expect(current).toEqual(marked);
});
