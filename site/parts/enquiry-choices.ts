import type { Interest, Persona } from '../../contract/record-shapes.ts';
import type { PageArgs } from '../page.ts';

/** Something to choose by its slug. */
export type Choosable = Pick<Interest, 'slug' | 'label'>;

/** What the enquiry form offers to choose from. */
export interface EnquiryChoices {
  personas: Choosable[];
  interests: Choosable[];
}

function choosable(items: readonly (Interest | Persona)[]): Choosable[] {
  return items.map(({ slug, label }) => ({ slug, label }));
}

/** Of the lists of personas and interests, as much as the form shows. */
export function enquiryChoices(personas: readonly Persona[], interests: readonly Interest[]): EnquiryChoices {
  return { personas: choosable(personas), interests: choosable(interests) };
}

/** The same, asked of the API; a page without the choices is still the page. */
export async function loadEnquiryChoices({ client, signal }: PageArgs): Promise<EnquiryChoices> {
  try {
    const [personas, interests] = await Promise.all([
      client.call('personas', {}, { signal }),
      client.call('interests', {}, { signal }),
    ]);
    return enquiryChoices(personas.items, interests.items);
  } catch {
    return { personas: [], interests: [] };
  }
}
