import { use } from 'react';
import { SettingsContext, type SiteSettings } from '../settings.ts';

/**
 * Sends the browser to the external careers site (specification, sections 1 and 2), for code that has no link to be
 * followed; Back leads to the page it was called from.
 */
export function goToCareers(
  { careersUrl }: Pick<SiteSettings, 'careersUrl'>,
  browser: Pick<Location, 'assign'> = location,
) {
  browser.assign(careersUrl);
}

/** A real link to the careers site, so that it works without JavaScript, in a new tab and for search engines. */
export function CareersLink({ className }: { className?: string }) {
  const { careersUrl } = use(SettingsContext);
  return (
    <a href={careersUrl} className={className}>
      Careers
    </a>
  );
}
