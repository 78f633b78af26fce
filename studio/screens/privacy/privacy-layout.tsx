import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ScreenLayout } from '../../parts/page.tsx';
import tabs from '../../parts/view-tabs.module.css';

const screens = [
  { to: '/studio/privacy', label: 'A person' },
  { to: '/studio/privacy/retention', label: 'How long data is kept' },
  { to: '/studio/privacy/browsers', label: 'What browsers store and send' },
  { to: '/studio/privacy/records', label: 'Record' },
];

/** Renders one of the screens on personal data, with links to the others. */
export function PrivacyLayout({ width, children }: { width?: 'wide' | 'text'; children: ReactNode }) {
  return (
    <ScreenLayout title="Privacy" {...(width ? { width } : {})}>
      <nav aria-label="Privacy" className={tabs.tabs}>
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
