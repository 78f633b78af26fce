import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ScreenLayout } from '../../parts/page.tsx';
import tabs from '../../parts/view-tabs.module.css';

const screens = [
  { to: '/studio/access', label: 'Roles' },
  { to: '/studio/tokens', label: 'Tokens' },
  { to: '/studio/webhooks', label: 'Webhooks' },
];

/** Renders one of the screens on who may do what, with links to the others. */
export function AccessLayout({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <ScreenLayout title="Access" actions={actions}>
      <nav aria-label="Access" className={tabs.tabs}>
        {screens.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={tabs.tab}>
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </ScreenLayout>
  );
}
