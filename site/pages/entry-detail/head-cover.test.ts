import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { HeadCover } from './head-cover.tsx';

/** Renders the cover of an article; its other fields do not matter. */
function renderCover(cover: string, html: string): string {
  const entry = { type: 'BLOG', slug: 'an-article', cover, html } as EntryDetail;
  return renderToStaticMarkup(createElement(HeadCover, { entry, query: '' }));
}

it('shows the drawing of the text again', () => {
  const html = '<figure><svg id="firstFigure" viewBox="0 10 800 440" role="img"></svg></figure>';
  const markup = renderCover('/media/a.svg', html);
  expect(markup).toContain('<use href="#firstFigure">');
  expect(markup).toContain('aria-hidden="true"');
});

it('gives phones an empty picture in place of a photograph, also without JavaScript', () => {
  const markup = renderCover('/media/a.jpg/cover.webp', '<p><img src="/media/a.jpg" alt="A"></p>');
  expect(markup).toMatch(
    /<picture><source media="\(max-width: 47\.99rem\)" srcSet="data:,x"\/><source type="image\/avif"/,
  );
  expect(markup).toMatch(/\/media\/a\.jpg\/cover-832\.avif 832w.+<img src="\/media\/a\.jpg\/cover\.webp"/);
});
