import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import type { Interest, Persona } from '../../../contract/content/record-shapes.ts';
import { loadInterests, loadPersonas } from '../load-people.ts';
import type { SectionArgs } from '../section.ts';
import { findChoice, maxRecommended, type VisitorChoice } from './choice.ts';

export interface PicksData {
  recommended: EntryCard[];
  personas: Persona[];
  interests: Interest[];
  /** The choice in the address, which orders the recommended entries. */
  choice: VisitorChoice | null;
}

/** Finds the persona or interest that the address names; null if it names none or an unknown one. */
function findChoiceInAddress({ searchParams }: URL, personas: Persona[], interests: Interest[]): VisitorChoice | null {
  return (
    findChoice({ kind: 'persona', slug: searchParams.get('persona') }, personas, interests) ??
    findChoice({ kind: 'interest', slug: searchParams.get('interest') }, personas, interests)
  );
}

/** Loads the entries recommended by the choice in the address, and the choices. */
export async function loadPicks(args: SectionArgs): Promise<PicksData> {
  const { client, url, signal } = args;
  const [personas, interests] = await Promise.all([loadPersonas(args), loadInterests(args)]);
  const choice = findChoiceInAddress(url, personas, interests);
  const input = { interests: choice?.interests.join(','), limit: maxRecommended };
  const { items } = await client.call('recommended', input, { signal });
  return { personas, interests, choice, recommended: items as EntryCard[] };
}
