import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { ConsultationView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'book-a-free-consultation'),
  View: ConsultationView,
  head: (entry, settings) => headOfPageEntry(entry, '/book-a-free-consultation', settings),
  cache: cacheOfPageEntry,
});
