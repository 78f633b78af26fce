import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { PageDefinition } from '../../page.ts';
import { createPageEntryHead, getPageEntryCachePolicy, loadPageEntry } from '../../parts/page-entry.ts';
import { WhyUsView } from './view.tsx';

export const page: PageDefinition<EntryDetail<'PAGE'>> = {
  loader: (args) => loadPageEntry(args, 'why-us'),
  View: WhyUsView,
  head: (entry, settings) => createPageEntryHead(entry, '/why-us', settings),
  cache: getPageEntryCachePolicy,
  parameters: ['admin'],
};
