import type { ReactNode } from 'react';
import { ScreenLayout } from '../../parts/page.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';

const screens = [
  { path: '/studio/access', label: 'Roles' },
  { path: '/studio/tokens', label: 'Tokens' },
  { path: '/studio/webhooks', label: 'Webhooks' },
];

/** Renders one of the screens on who may do what, with links to the others. */
export function AccessLayout({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <ScreenLayout title="Access" actions={actions}>
      <ViewTabs label="Access" views={screens} />
      {children}
    </ScreenLayout>
  );
}
