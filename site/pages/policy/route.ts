import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { PolicyView } from './view.tsx';

/** `/privacy-policy` and `/terms-of-service`: the path is the slug. */
export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, args.url.pathname.slice(1)),
  View: PolicyView,
  head: (entry, settings) => headOfPageEntry(entry, `/${entry.slug}`, settings),
  cache: cacheOfPageEntry,
  parameters: ['admin'],
});
