import { readChoice, readFields } from '../../read-fields.ts';
import { resolveIntent } from '../../saving/conflict-form.ts';
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
  title: ({ opened: { entry } }) => entry.title || 'Untitled',
  getRailPath: ({ opened: { entry } }) => (entry.type === 'SETTING' ? 'settings' : null),
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    await flushClosedDraft(id);
    const [opened, choices] = await Promise.all([client.call('openEntry', { id }), client.call('choices', {})]);
    return { opened, choices };
  },
  action: async ({ client, params, form }) => {
    const id = Number(params.id);
    const intent = readChoice(form, 'intent', ['save', resolveIntent, 'show', 'undo', 'submit', 'return']);
    if (intent === 'show') {
      await client.call('withdrawEntry', { id, version: readFields(form, 'version').version, isWithdrawn: false });
      return { done: 'Visitors can see it again.' };
    }
    if (intent === 'undo') {
      await client.call('undoAct', { id: Number(readFields(form, 'act').act) });
      return { done: 'Undone. Visitors see what they saw before.' };
    }
    if (intent === 'submit') {
      await client.call('submitDraft', { id, message: readFields(form, 'message').message });
      return { done: 'The editors see your draft in their list.' };
    }
    if (intent === 'return') {
      await client.call('returnDraft', { id, note: readFields(form, 'note').note });
      return { done: 'Sent back. The author sees your answer.' };
    }
    return saveForm(client, id, form);
  },
  View: EntryScreen,
};
