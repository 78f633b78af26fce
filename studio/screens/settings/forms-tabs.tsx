import { ViewTabs } from '../../parts/view-tabs.tsx';

const screens = [
  { path: '/studio/forms', label: 'Forms', query: {} },
  { path: '/studio/mails', label: 'E-mails', query: {} },
  { path: '/studio/forms/lists', label: 'Names of lists', query: {} },
];

/** Leads between the screens of what forms, mails and lists say. */
export const formsTabs = <ViewTabs label="Forms" views={screens} />;
