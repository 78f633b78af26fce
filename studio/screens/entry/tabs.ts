import type { EntryType } from '../../../contract/content/entry-types.ts';

const allTabs = ['Text', 'Sections', 'Facts', 'Address and search', 'Schedule'] as const;

export type Tab = (typeof allTabs)[number];

/**
 * Returns the tabs of the editor of an entry, the first tab first. A page has sections instead of a text, but the text
 * of an earlier version stays, and a setting has neither.
 */
export function listTabs(type: EntryType, body: string): readonly Tab[] {
  if (type === 'SETTING') return ['Facts', 'Schedule'];
  return allTabs.filter((tab) =>
    tab === 'Text' ? type !== 'PAGE' || body.trim() !== '' : tab !== 'Sections' || type === 'PAGE',
  );
}

/** Returns the tab that holds the field of a path. */
export function findTab(tabs: readonly Tab[], path: string): Tab {
  if (/^fields\.sections\b/.test(path)) return 'Sections';
  if (/^(?:title|summary|body)\b/.test(path)) return tabs[0] ?? 'Text';
  return path.startsWith('fields') ? 'Facts' : 'Address and search';
}
