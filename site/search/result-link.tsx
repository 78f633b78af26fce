import { type ComponentProps, use } from 'react';
import { CareersLink } from '../parts/careers.tsx';
import { Link } from '../parts/link.tsx';
import { SiteSettingsContext } from '../settings.ts';

/** Renders the link of a search result, to a page of the site or to the careers site. */
export function ResultLink(props: ComponentProps<typeof Link>) {
  const { careersUrl } = use(SiteSettingsContext);
  if (props.to !== careersUrl) return <Link {...props} />;
  const { to: _careers, state: _state, ...attributes } = props;
  return <CareersLink {...attributes} />;
}
