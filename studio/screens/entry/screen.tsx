import { redirect } from 'react-router';
import { getSettingPath } from '../../../contract/studio/paths.ts';
import { flushClosedDraft } from '../../saving/use-draft.ts';
import type { Screen } from '../../screen.ts';
import type { EntryData } from './entry-data.ts';
import { EntryScreen } from './entry-screen.tsx';
import { runEntryForm } from './save-form.ts';

/**
 * The editor of an entry. Its forms save texts without JavaScript, handle reviews, show a withdrawn entry again, and
 * undo acts.
 */
export const screen: Screen<EntryData> = {
  title: ({ opened: { entry } }) => entry.title || 'Untitled',
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    await flushClosedDraft(id);
    const [opened, choices] = await Promise.all([client.call('openEntry', { id }), client.call('choices', {})]);
    // A setting has a screen of its own.
    if (opened.entry.type === 'SETTING') throw redirect(getSettingPath(opened.entry.slug));
    return { opened, choices };
  },
  action: ({ client, params, form }) => runEntryForm(client, Number(params.id), form),
  View: EntryScreen,
};
