import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SettingsContext, type SiteSettings } from '../settings.ts';
import { CareersLink, goToCareers } from './careers.tsx';

const settings = { careersUrl: 'https://jobs.example/wse?from=site' } as SiteSettings;

it('sends the browser to the careers site that the settings name', () => {
  const assign = vi.fn();
  goToCareers(settings, { assign });
  expect(assign.mock.calls).toEqual([['https://jobs.example/wse?from=site']]);
});

it('takes the window it runs in where none is given', () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  goToCareers(settings);
  vi.unstubAllGlobals();
  expect(assign).toHaveBeenCalledWith(settings.careersUrl);
});

it('is a real link as well', () => {
  const link = createElement(SettingsContext, { value: settings }, createElement(CareersLink));
  expect(renderToStaticMarkup(link)).toBe('<a href="https://jobs.example/wse?from=site">Careers</a>');
});
