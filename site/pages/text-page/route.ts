import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { getEntryPath } from '../../../contract/entry-types.ts';
import { failure, movedTo } from '../../failures.ts';
import { definePage, type PageArgs } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { TextPageView } from './view.tsx';

async function loader(args: PageArgs): Promise<EntryDetail<'PAGE'>> {
  const { slug = '' } = args.params;
  // Scanners ask for many such paths; those that can be no slug cost no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw failure(404);
  const entry = await loadPageEntry(args, slug);
  const path = getEntryPath('PAGE', entry.slug);
  // A former slug, or `/home`.
  if (path !== args.url.pathname && !entry.preview) throw movedTo(path + args.url.search);
  return entry;
}

/** `/{slug}` of every page without a screen of its own: the policies, and what an editor adds. */
export const page = definePage<EntryDetail<'PAGE'>>({
  loader,
  View: TextPageView,
  head: (entry, settings) => headOfPageEntry(entry, getEntryPath('PAGE', entry.slug), settings),
  cache: cacheOfPageEntry,
  parameters: ['admin'],
});
