import { expect, it } from 'vitest';
import { lowerHeadings } from './lower-headings.ts';

it('lowers every heading by one level, and changes nothing else', () => {
  const html = '<h2 id="a">A</h2><p>&#x3C;h2> <code>h2</code></p><h3>B</h3><hr><h6>C</h6>';
  expect(lowerHeadings({ slug: 'x', html })).toEqual({
    slug: 'x',
    html: '<h3 id="a">A</h3><p>&#x3C;h2> <code>h2</code></p><h4>B</h4><hr><h6>C</h6>',
  });
});
