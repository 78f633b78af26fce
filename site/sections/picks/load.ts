import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import type { Interest, Persona } from '../../../contract/content/record-shapes.ts';
import { redirectToRemaining } from '../../parts/find-named.ts';
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
export async function loadPicks({ client, url, signal, loadOnce }: SectionArgs): Promise<PicksData> {
  const [{ items: personas }, { items: interests }] = await Promise.all([
    loadOnce('personas', () => client.call('personas', {}, { signal })),
    loadOnce('interests', () => client.call('interests', {}, { signal })),
  ]);
  const choice = findChoiceInAddress(url, personas, interests);
  if (import.meta.env.SSR && choice) redirectToRemaining(url, choice.kind, choice.slug);
  const input = { interests: choice?.interests.join(','), limit: maxRecommended };
  const { items } = await client.call('recommended', input, { signal });
  return { personas, interests, choice, recommended: items as EntryCard[] };
}
