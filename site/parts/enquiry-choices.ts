import type { FormWords } from '../../contract/content/form-schemas.ts';
import type { Interest } from '../../contract/content/record-shapes.ts';
import type { PageArgs } from '../page.ts';

/** An option of the enquiry form, identified by its slug. */
export type EnquiryOption = Pick<Interest, 'slug' | 'label' | 'formerSlugs'>;

/** The personas and interests that the enquiry form offers. */
export interface EnquiryChoices {
  personas: EnquiryOption[];
  interests: EnquiryOption[];
}

/** The label and the button of every enquiry form, and the note above the button, as the setting `forms` words them. */
export type EnquiryWords = Pick<FormWords['enquiry'], 'message' | 'send'> & Pick<FormWords, 'note'>;

/** Returns the words that every enquiry form has. */
export function toEnquiryWords({ enquiry: { message, send }, note }: FormWords): EnquiryWords {
  return { message, send, note };
}

const toOptions = ({ items }: { items: EnquiryOption[] }): EnquiryOption[] =>
  items.map(({ slug, label, formerSlugs }) => ({ slug, label, formerSlugs }));

/** Loads what the form shows of personas and interests. If a call fails, it offers none: the page must not fail. */
export async function loadEnquiryChoices({
  client,
  signal,
  loadOnce = (_, load) => load(),
}: Pick<PageArgs, 'client' | 'signal'> & {
  /** Loads something once for all sections of a page. */
  loadOnce?: <T>(name: string, load: () => Promise<T>) => Promise<T>;
}): Promise<EnquiryChoices> {
  const [personas, interests] = await Promise.all([
    loadOnce('personas', () => client.call('personas', {}, { signal }))
      .then(toOptions)
      .catch(() => []),
    loadOnce('interests', () => client.call('interests', {}, { signal }))
      .then(toOptions)
      .catch(() => []),
  ]);
  return { personas, interests };
}
