import type { SettingSlug } from '../../contract/content/setting-schemas.ts';
import { settingRows } from '../../contract/content/settings.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import type { EntrySummary } from '../../contract/studio/shapes.ts';
import { addWord } from './free-texts.ts';

/** Choices of settings that have no free text. */
const settingChoices: Readonly<Record<string, Record<string, unknown>>> = {
  look: {
    theme: 'broadsheet',
    colours: { light: { accent: '#0a5a8c' } },
    sectionNumbers: 'none',
    cards: 'raised',
    corners: 'round',
    header: 'two-lines',
  },
};

/** Returns the choices of a setting that a proof changes besides its texts. */
export function getSettingChoices(slug: string): Record<string, unknown> {
  return settingChoices[slug] ?? {};
}

/**
 * Returns the fields of a setting with a word at the end of every free text, and with other choices. `isChosen` decides
 * about each text and choice; by default all are changed.
 */
export function changeSetting(
  fields: Record<string, unknown>,
  word: string,
  isChosen: () => boolean = () => true,
): Record<string, unknown> {
  const choices = Object.entries(getSettingChoices(String(fields.setting))).filter(isChosen);
  return { ...addWord('SETTING', fields, word, isChosen), ...Object.fromEntries(choices) };
}

/** Returns the entry of a setting; creates it, as the Studio does, if nobody has published it. */
export async function findSetting(studio: StudioClient, slug: SettingSlug): Promise<EntrySummary> {
  const { items } = await studio.call('listContent', { type: 'SETTING' });
  const found = items.find((entry) => entry.slug === slug);
  if (found) return found;
  const { id } = await studio.call('createEntry', { type: 'SETTING', title: settingRows[slug].title, slug });
  return (await studio.call('openEntry', { id })).entry;
}
