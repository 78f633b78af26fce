import type { ReactNode } from 'react';
import { ScreenLayout } from '../../parts/page.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';

const screens = [
  { path: '/studio/privacy', label: 'A person', query: {} },
  { path: '/studio/privacy/retention', label: 'How long data is kept', query: {} },
  { path: '/studio/privacy/browsers', label: 'What browsers store and send', query: {} },
  { path: '/studio/privacy/records', label: 'Record', query: {} },
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
