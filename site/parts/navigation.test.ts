import { expect, it } from 'vitest';
import { getDefaultSettings } from '../../contract/content/settings.ts';
import { isCurrentLink } from './navigation.ts';

const lists = getDefaultSettings().menus.header.flatMap((item) => ('items' in item ? item.items : [item]));
const links = [...lists, { to: '/why-us', label: 'Why us' }];

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
