import type { ComponentType, ReactNode } from 'react';
import type { SettingSlug } from '../../../contract/content/setting-schemas.ts';
import { settingRows } from '../../../contract/content/settings.ts';
import type { StudioClient } from '../../../contract/studio/client.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { readFields } from '../../read-fields.ts';
import { flushClosedDraft } from '../../saving/use-draft.ts';
import type { Screen } from '../../screen.ts';
import type { EntryData, ScreenChoices } from '../entry/entry-data.ts';
import { EntryScreen } from '../entry/entry-screen.tsx';
import type { FieldsPaneProps } from '../entry/facts-pane.tsx';
import { runEntryForm } from '../entry/save-form.ts';

const noChoices = { categories: [], authors: [], interests: [], entries: [], themes: [] };

/** Creates the screen of a setting: the editor of an entry with other fields in its middle. */
export function createSettingScreen(
  slug: SettingSlug,
  {
    Fields,
    tabs,
    loadChoices,
  }: {
    Fields?: ComponentType<FieldsPaneProps>;
    tabs?: ReactNode;
    /** Loads what the fields can name. */
    loadChoices?: (client: StudioClient, opening: Promise<OpenedEntry>) => Promise<Partial<ScreenChoices>>;
  } = {},
): Screen<EntryData> {
  return {
    title: () => settingRows[slug].title,
    loader: async ({ client }) => {
      await flushClosedDraft(slug);
      const opening = client.call('openSetting', { slug });
      const [opened, choices] = await Promise.all([opening, loadChoices?.(client, opening)]);
      return { opened, choices: { ...noChoices, ...choices } };
    },
    action: async ({ client, form }) => {
      const { entry } = await client.call('openSetting', { slug });
      if (entry.id > 0) return runEntryForm(client, entry.id, form);
      // A form that is not whole stores nothing.
      readFields(form, 'version', 'fields', 'intent');
      const { title } = settingRows[slug];
      const { id } = await client.call('createEntry', { type: 'SETTING', title, slug });
      // The first draft holds what the page showed.
      return runEntryForm(client, id, { ...form, version: 'draft-1' });
    },
    View: ({ data }) => (
      <EntryScreen data={data} title={settingRows[slug].title} {...(Fields && { Fields })} tabs={tabs} />
    ),
  };
}
