import { use } from 'react';
import { SettingsContext } from '../settings.ts';

/** Renders the support address as a mailto link. */
export function SupportMail() {
  const { supportEmail } = use(SettingsContext);
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
