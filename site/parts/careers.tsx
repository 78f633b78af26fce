import { type ComponentProps, type MouseEvent, use } from 'react';
import { type SiteSettings, SiteSettingsContext } from '../settings.ts';
import { isPlainLeftClick } from './plain-left-click.ts';

/**
 * Sends the browser to the external careers site (specification, sections 1 and 2). The current page stays in the
 * history.
 */
export function goToCareers(
  { careersUrl }: Pick<SiteSettings, 'careersUrl'>,
  browser: Pick<Location, 'assign'> = location,
) {
  browser.assign(careersUrl);
}

/**
 * Renders a link to the careers site. It has an `href` for new tabs, search engines and browsers without JavaScript.
 */
export function CareersLink({ children = 'Careers', ...attributes }: ComponentProps<'a'>) {
  const settings = use(SiteSettingsContext);
  function follow(event: MouseEvent) {
    if (!isPlainLeftClick(event)) return;
    event.preventDefault();
    goToCareers(settings);
  }
  return (
    <a {...attributes} href={settings.careersUrl} onClick={follow}>
      {children}
    </a>
  );
}
