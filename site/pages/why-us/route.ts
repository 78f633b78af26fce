import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { WhyUsView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'why-us'),
  View: WhyUsView,
  head: (entry, settings) => headOfPageEntry(entry, '/why-us', settings),
  cache: cacheOfPageEntry,
  parameters: ['admin'],
});
