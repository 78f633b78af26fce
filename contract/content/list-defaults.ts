import { entryTypes, type ListDefaults } from './entry-types.ts';
import { type ListSettings, type ListsSetting, listedTypes, toMidSentence } from './list-settings.ts';

type StoredLists = {
  [T in keyof ListsSetting]?: { [F in keyof ListsSetting[T]]?: ListsSetting[T][F] | undefined } | undefined;
};

/** Returns the setting with a value for every field. A heading follows the plural. */
export function completeLists(stored: StoredLists): ListsSetting {
  const rows = listedTypes.map((type) => {
    const { label, list: defaults } = entryTypes[type];
    const list: ListDefaults & Partial<ListSettings> = { singular: label, ...defaults, ...stored[type] };
    const { plural, heading = plural, related = `More ${toMidSentence(plural)}` } = list;
    return [type, { ...list, heading, related }] as const;
  });
  return Object.fromEntries(rows) as ListsSetting;
}

export const listDefaults: ListsSetting = completeLists({});
