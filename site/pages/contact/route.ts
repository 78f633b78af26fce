import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { filledFields } from '../../forms/submit.ts';
import { thankYouAddress } from '../../forms/thank-you-address.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { ContactView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'contact-us'),
  action: async ({ client, settings, form, key }) => {
    const { checkContact, sendContact } = await import('../../forms/contact.ts');
    const values = filledFields(form);
    const checked = checkContact({ ...values, key });
    if ('refusal' in checked) return { refusal: { ...checked.refusal, values } };
    const answer = await sendContact(client, checked.form, settings.supportEmail);
    return 'refusal' in answer ? answer : { to: thankYouAddress(answer.reference, values) };
  },
  View: ContactView,
  head: (entry, settings) => headOfPageEntry(entry, '/contact-us', settings),
  cache: cacheOfPageEntry,
  parameters: ['admin', 'pathName'],
});
