import { createSettingScreen } from './create-setting-screen.tsx';
import { formsTabs } from './forms-tabs.tsx';

export const screen = createSettingScreen('lists', { tabs: formsTabs });
