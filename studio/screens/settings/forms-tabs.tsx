import { ViewTabs } from '../../parts/view-tabs.tsx';

const screens = [
  { path: '/studio/forms', label: 'Forms' },
  { path: '/studio/mails', label: 'E-mails' },
  { path: '/studio/forms/lists', label: 'Names of lists' },
];

/** Leads between the screens of what forms, mails and lists say. */
export const formsTabs = <ViewTabs label="Forms" views={screens} />;
