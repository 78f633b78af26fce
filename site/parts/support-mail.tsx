import { use } from 'react';
import { SiteSettingsContext } from '../settings.ts';

/** Renders the support address as a mailto link. */
export function SupportMail() {
  const { supportEmail } = use(SiteSettingsContext);
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
