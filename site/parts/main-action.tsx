import { use } from 'react';
import { SiteSettingsContext } from '../settings.ts';
import { MenuItem } from './menu-item.tsx';

/** Renders the link to what the company asks visitors to do; nothing if the menus name nothing. */
export function MainAction({ className }: { className?: string | undefined }) {
  const { action } = use(SiteSettingsContext).menus;
  return action && <MenuItem link={action} className={className} />;
}
