import { listTargets, MenuFields } from '../../menus/menu-fields.tsx';
import { createSettingScreen } from './create-setting-screen.tsx';

export const screen = createSettingScreen('menus', {
  Fields: MenuFields,
  loadChoices: async (client, opening) => {
    const paths = listTargets((await opening).content.fields);
    return { targets: (await client.call('describeTargets', { paths })).items };
  },
});
