import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SiteSettingsContext, type ViewSettings } from '../settings.ts';
import { CareersLink, goToCareers } from './careers.tsx';

const settings = { careersUrl: 'https://jobs.example/wse?from=site' } as ViewSettings;

it('sends the browser to the careers site that the settings name', () => {
  const assign = vi.fn();
  goToCareers(settings, { assign });
  expect(assign.mock.calls).toEqual([['https://jobs.example/wse?from=site']]);
});

it('navigates the current window by default', () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  goToCareers(settings);
  vi.unstubAllGlobals();
  expect(assign).toHaveBeenCalledWith(settings.careersUrl);
});

it('renders a link that works without JavaScript', () => {
  const link = createElement(SiteSettingsContext, { value: settings }, createElement(CareersLink));
  expect(renderToStaticMarkup(link)).toBe('<a href="https://jobs.example/wse?from=site">Careers</a>');
});
