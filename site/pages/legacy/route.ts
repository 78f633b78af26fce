import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { LegacyView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'wse-legacy'),
  View: LegacyView,
  head: (entry, settings) => headOfPageEntry(entry, '/wse-legacy', settings),
  cache: cacheOfPageEntry,
  parameters: ['admin'],
});
