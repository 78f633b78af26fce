import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { filledFields } from '../../forms/submit.ts';
import { definePage } from '../../page.ts';
import { cacheOfPageEntry, headOfPageEntry, loadPageEntry } from '../../parts/page-entry.ts';
import { ContactView } from './view.tsx';

export const page = definePage<EntryDetail<'PAGE'>>({
  loader: (args) => loadPageEntry(args, 'contact-us'),
  action: async ({ client, settings, form }) => {
    const [{ checkContact, sendContact }, { contentKey }] = await Promise.all([
      import('../../forms/contact.ts'),
      import('../../forms/content-key.ts'),
    ]);
    const values = filledFields(form);
    const checked = checkContact({ ...values, key: await contentKey(values) });
    if ('refusal' in checked) return { refusal: { ...checked.refusal, values } };
    const answer = await sendContact(client, checked.form, settings.supportEmail);
    return 'refusal' in answer ? answer : { to: `/thank-you?reference=${answer.reference}` };
  },
  View: ContactView,
  head: (entry, settings) => headOfPageEntry(entry, '/contact-us', settings),
  cache: cacheOfPageEntry,
});
