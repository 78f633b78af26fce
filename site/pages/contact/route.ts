import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { ContactView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'contact-us'),
  // Browsers send the form themselves, in contact-form.tsx, and their build leaves this out.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/take-contact.ts')).takeContact(args)
    : undefined,
  View: ContactView,
  head: (entry, settings) => headOfPageEntry(entry, '/contact-us', settings),
  cache: cacheOfPageEntry,
  parameters: ['admin', 'pathName'],
});
