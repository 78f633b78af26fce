import { createSettingScreen } from './create-setting-screen.tsx';
import { LookFields } from './look-fields.tsx';

export const screen = createSettingScreen('look', {
  Fields: LookFields,
  loadChoices: (client) => client.call('choices', {}),
});
