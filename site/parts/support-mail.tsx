import { use } from 'react';
import { SettingsContext } from '../settings.ts';

/** The support address, as a link that begins a mail. */
export function SupportMail() {
  const { supportEmail } = use(SettingsContext);
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
