import type { EntryType } from '../../../contract/content/entry-types.ts';

/** The tabs of the editor by the type of the entry. A page has sections instead of a text, and a setting has neither. */
const tabs = {
  other: ['Text', 'Facts', 'Address and search', 'Schedule'],
  PAGE: ['Sections', 'Facts', 'Address and search', 'Schedule'],
  SETTING: ['Facts', 'Schedule'],
} as const;

export type Tab = (typeof tabs)[keyof typeof tabs][number];

/** Returns the tabs of the editor of an entry, the first tab first. */
export function listTabs(type: EntryType): readonly [Tab, ...Tab[]] {
  return type === 'PAGE' || type === 'SETTING' ? tabs[type] : tabs.other;
}

/** Returns the tab that holds the field of a path. */
export function findTab(type: EntryType, path: string): Tab {
  if (/^(?:title|summary|body|fields\.sections)\b/.test(path)) return listTabs(type)[0];
  return path.startsWith('fields') ? 'Facts' : 'Address and search';
}
