import type { ReactNode } from 'react';
import { ScreenLayout } from '../../parts/page.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';

const screens = [
  { path: '/studio/privacy', label: 'A person' },
  { path: '/studio/privacy/retention', label: 'How long data is kept' },
  { path: '/studio/privacy/browsers', label: 'What browsers store and send' },
  { path: '/studio/privacy/records', label: 'Record' },
];

/** Renders one of the screens on personal data, with links to the others. */
export function PrivacyLayout({ width, children }: { width?: 'wide' | 'text'; children: ReactNode }) {
  return (
    <ScreenLayout title="Privacy" {...(width ? { width } : {})}>
      <ViewTabs label="Privacy" views={screens} />
      {children}
    </ScreenLayout>
  );
}
