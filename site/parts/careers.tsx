import { type ComponentProps, type MouseEvent, use } from 'react';
import { SettingsContext, type SiteSettings } from '../settings.ts';
import { isPlainPress } from './plain-press.ts';

/**
 * Sends the browser to the external careers site (specification, sections 1 and 2); Back leads to the page it was
 * called from.
 */
export function goToCareers(
  { careersUrl }: Pick<SiteSettings, 'careersUrl'>,
  browser: Pick<Location, 'assign'> = location,
) {
  browser.assign(careersUrl);
}

/** A real link to the careers site, so that it works without JavaScript, in a new tab and for search engines. */
export function CareersLink({ children = 'Careers', ...attributes }: ComponentProps<'a'>) {
  const settings = use(SettingsContext);
  function follow(event: MouseEvent) {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    goToCareers(settings);
  }
  return (
    <a {...attributes} href={settings.careersUrl} onClick={follow}>
      {children}
    </a>
  );
}
