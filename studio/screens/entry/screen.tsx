import { getEntryType } from '../../../contract/entry-types.ts';
import { flushClosedDraft } from '../../saving/use-draft.ts';
import type { Screen } from '../../screen.ts';
import type { EntryData } from './entry-data.ts';
import { EntryScreen } from './entry-screen.tsx';
import { saveForm } from './save-form.ts';

/**
 * The editor of an entry. Its forms save texts without JavaScript, handle reviews, show a withdrawn entry again, and
 * undo acts.
 */
export const screen: Screen<EntryData> = {
  title: ({ opened: { entry } }) => entry.title || `Untitled ${getEntryType(entry.type).label.toLowerCase()}`,
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    await flushClosedDraft(id);
    const [opened, choices] = await Promise.all([client.call('openEntry', { id }), client.call('choices', {})]);
    return { opened, choices };
  },
  action: async ({ client, params, form }) => {
    const id = Number(params.id);
    if (form.intent === 'show') {
      await client.call('withdrawEntry', { id, version: form.version ?? '', isWithdrawn: false });
      return { done: 'Visitors can see it again.' };
    }
    if (form.intent === 'undo') {
      await client.call('undoAct', { id: Number(form.act) });
      return { done: 'Undone. Visitors see what they saw before.' };
    }
    if (form.intent === 'submit') {
      await client.call('submitDraft', { id, message: form.message ?? '' });
      return { done: 'The editors see your draft in their list.' };
    }
    if (form.intent === 'return') {
      await client.call('returnDraft', { id, note: form.note ?? '' });
      return { done: 'Sent back. The author sees your answer.' };
    }
    return saveForm(client, id, form);
  },
  View: EntryScreen,
};
