import { FactsPane, type FieldGroup } from '../entry/facts-pane.tsx';
import { createSettingScreen } from './create-setting-screen.tsx';
import { formsTabs } from './forms-tabs.tsx';

const groups: readonly FieldGroup[] = [
  { title: 'Forms on the site', names: ['contact', 'enquiry', 'note', 'receipt'] },
  { title: 'Consultations', names: ['consultation'] },
  { title: 'Mails and answers', names: ['mails', 'answers'] },
];

export const screen = createSettingScreen('forms', {
  Fields: (pane) => <FactsPane {...pane} groups={groups} />,
  tabs: formsTabs,
});
