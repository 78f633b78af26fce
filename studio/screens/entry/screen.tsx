import { getEntryType } from '../../../contract/entry-types.ts';
import type { Screen } from '../../screen.ts';
import type { EntryData } from './entry-data.ts';
import { EntryScreen } from './entry-screen.tsx';

/** The forms of the screen that work without JavaScript: saving texts, showing a withdrawn entry, and undoing. */
export const screen: Screen<EntryData> = {
  title: ({ opened: { entry } }) => entry.title || `Untitled ${getEntryType(entry.type).label.toLowerCase()}`,
  loader: async ({ client, params }) => {
    const [opened, choices] = await Promise.all([
      client.call('openEntry', { id: Number(params.id) }),
      client.call('choices', {}),
    ]);
    return { opened, choices };
  },
  action: async ({ client, params, form: { intent, act, version = '', title, summary, body } }) => {
    const id = Number(params.id);
    if (intent === 'show') {
      await client.call('withdrawEntry', { id, version, isWithdrawn: false });
      return { done: 'Visitors see it again.' };
    }
    if (intent === 'undo') {
      await client.call('undoAct', { id: Number(act) });
      return { done: 'Undone. Visitors see what they saw before.' };
    }
    const { content } = await client.call('openEntry', { id });
    const typed = { title, summary, body: body?.replaceAll('\r\n', '\n') };
    const edited = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined));
    const { result } = await client.call('saveDraft', { id, version, content: { ...content, ...edited } });
    return { done: result === 'SAVED' ? 'Saved.' : 'Saved together with the changes of somebody else.' };
  },
  View: EntryScreen,
};
