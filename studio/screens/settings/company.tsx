import { createSettingScreen } from './create-setting-screen.tsx';

export const screen = createSettingScreen('company');
