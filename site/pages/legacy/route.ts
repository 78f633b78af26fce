import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { PageDefinition } from '../../page.ts';
import { createPageEntryHead, getPageEntryCachePolicy, loadPageEntry } from '../../parts/page-entry.ts';
import { LegacyView } from './view.tsx';

export const page: PageDefinition<EntryDetail<'PAGE'>> = {
  loader: (args) => loadPageEntry(args, 'wse-legacy'),
  View: LegacyView,
  head: (entry, settings) => createPageEntryHead(entry, '/wse-legacy', settings),
  cache: getPageEntryCachePolicy,
  parameters: ['admin'],
};
