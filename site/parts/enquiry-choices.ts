import type { FormWords } from '../../contract/content/form-schemas.ts';
import type { Interest, Persona } from '../../contract/content/record-shapes.ts';
import type { PageArgs } from '../page.ts';

/** An option of the enquiry form, identified by its slug. */
export type EnquiryOption = Pick<Interest, 'slug' | 'label'>;

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

function toEnquiryOptions(items: readonly (Interest | Persona)[]): EnquiryOption[] {
  return items.map(({ slug, label }) => ({ slug, label }));
}

/** Reduces personas and interests to what the form shows. */
export function toEnquiryChoices(personas: readonly Persona[], interests: readonly Interest[]): EnquiryChoices {
  return { personas: toEnquiryOptions(personas), interests: toEnquiryOptions(interests) };
}

/** Loads the choices. If a call fails, the form offers none, since the page itself must not fail. */
export async function loadEnquiryChoices({ client, signal }: PageArgs): Promise<EnquiryChoices> {
  try {
    const [personas, interests] = await Promise.all([
      client.call('personas', {}, { signal }),
      client.call('interests', {}, { signal }),
    ]);
    return toEnquiryChoices(personas.items, interests.items);
  } catch {
    return { personas: [], interests: [] };
  }
}
