import { ViewTabs } from '../../parts/view-tabs.tsx';

/** Leads to the screens about links. */
export function LinkTabs() {
  return (
    <ViewTabs
      label="Links"
      views={[
        { label: 'Broken links', path: '/studio/links', query: {} },
        { label: 'Redirects', path: '/studio/redirects', query: {} },
      ]}
    />
  );
}
