import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { createFailure, createRedirect } from '../../failures.ts';
import type { PageArgs, PageDefinition } from '../../page.ts';
import { createPageEntryHead, getPageEntryCachePolicy, loadPageEntry } from '../../parts/page-entry.ts';
import { TextPageView } from './view.tsx';

async function loadTextPage(args: PageArgs): Promise<EntryDetail<'PAGE'>> {
  const { slug = '' } = args.params;
  // Vulnerability scanners request many paths. Those that cannot be a slug cost no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw createFailure(404);
  const entry = await loadPageEntry(args, slug, 2);
  const path = getEntryPath('PAGE', entry.slug);
  // Redirects from a former slug.
  if (path !== args.url.pathname && !entry.preview) throw createRedirect(path + args.url.search);
  return entry;
}

/** The page at `/{slug}` for every entry of type PAGE without a view of its own, such as the policies. */
export const page: PageDefinition<EntryDetail<'PAGE'>> = {
  loader: loadTextPage,
  View: TextPageView,
  head: (entry, settings) => createPageEntryHead(entry, getEntryPath('PAGE', entry.slug), settings),
  cache: getPageEntryCachePolicy,
  parameters: ['admin'],
};
