import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { PageDefinition } from '../../page.ts';
import { createPageEntryHead, getPageEntryCachePolicy, loadPageEntry } from '../../parts/page-entry.ts';
import { ContactView } from './view.tsx';

export const page: PageDefinition<EntryDetail<'PAGE'>> = {
  loader: (args) => loadPageEntry(args, 'contact-us'),
  // Only for forms sent without JavaScript. In the browser, contact-form.tsx calls the API itself.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/sending/send-contact.ts')).sendContact(args)
    : undefined,
  View: ContactView,
  head: (entry, settings) => createPageEntryHead(entry, '/contact-us', settings),
  cache: getPageEntryCachePolicy,
  parameters: ['admin', 'pathName'],
};
