import type { Interest, Persona } from '../../../contract/record-shapes.ts';

/** What a visitor says of themselves: who they are, or one thing they care about. */
export interface ChoiceName {
  kind: 'interest' | 'persona';
  slug: string;
}

/** A choice with what it is called and the interests that it puts first. */
export interface Choice extends ChoiceName {
  label: string;
  description: string;
  interests: string[];
}

/** How many entries Home recommends. */
export const recommendedCount = 6;

/** The choice of that name among those the editors offer; null for anything else, such as what an older release stored. */
export function findChoice(name: unknown, personas: readonly Persona[], interests: readonly Interest[]): Choice | null {
  if (typeof name !== 'object' || name === null) return null;
  const { kind, slug } = name as Partial<ChoiceName>;
  const persona = kind === 'persona' && personas.find((one) => one.slug === slug);
  if (persona) {
    const { label, description } = persona;
    return { kind: 'persona', slug: persona.slug, label, description, interests: persona.interests };
  }
  const interest = kind === 'interest' && interests.find((one) => one.slug === slug);
  if (!interest) return null;
  const { label, description } = interest;
  return { kind: 'interest', slug: interest.slug, label, description, interests: [interest.slug] };
}

/** Whether two names mean the same choice. */
export function isSameChoice(a: ChoiceName | null, b: ChoiceName | null): boolean {
  return a?.kind === b?.kind && a?.slug === b?.slug;
}
