import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { SiteSettings } from '../../settings.ts';
import { page } from './route.ts';

const settings = { siteName: 'WSE', supportEmail: 'support@wse.example' } as SiteSettings;

function render(address: string, reference: string | null = null, isWithoutFiles = false): string {
  const view = createElement(page.View, { data: { reference, isWithoutFiles }, settings });
  return renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: [address] }, view));
}

it('is the same screen at both addresses, with the way to both forms', () => {
  const html = render('/thank-you');
  expect(render('/book-a-free-consultation-thank-you')).toBe(html);
  for (const href of ['/contact-us', '/book-a-free-consultation', 'mailto:support@wse.example']) {
    expect(html).toContain(`href="${href}"`);
  }
});

it('claims success only with the reference of a submission', () => {
  expect(render('/thank-you')).not.toMatch(/has reached us<|stored/);
  expect(render('/thank-you', '7K3M-92QD')).toContain('its reference is 7K3M-92QD');
});

it('says that files did not arrive, and what to do, of a stored submission alone', () => {
  expect(render('/thank-you', '7K3M-92QD', true)).toContain('Your files did not arrive');
  expect(render('/thank-you', null, true)).not.toContain('Your files');
  expect(render('/thank-you', '7K3M-92QD')).not.toContain('Your files');
});

it('has one canonical address, which its breadcrumbs end at, and stays out of search engines and caches', () => {
  expect(page.head({ reference: null, isWithoutFiles: false }, settings)).toMatchObject({
    canonical: '/thank-you',
    noindex: true,
  });
  expect(page.cache({ reference: null, isWithoutFiles: false })).toBe('never');
  const [trail = ''] = /<nav aria-label="Breadcrumbs".*?<\/nav>/.exec(render('/thank-you')) ?? [];
  expect(
    trail
      .replace(/<[^>]+>/g, '|')
      .split('|')
      .filter(Boolean),
  ).toEqual(['Home', 'Thank you']);
  expect(trail).toContain('<span aria-current="page">Thank you</span>');
});
