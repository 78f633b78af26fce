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

/**
 * Returns the choices that this device keeps under `userCategories`, each once, without those that the editors no longer offer.
 * An older release stored one choice and no list.
 */
export function findChoices(stored: unknown, personas: readonly Persona[], interests: readonly Interest[]): Choice[] {
  const found: Choice[] = [];
  for (const name of Array.isArray(stored) ? stored : [stored]) {
    const choice = findChoice(name, personas, interests);
    if (choice && !hasChoice(found, choice)) found.push(choice);
  }
  return found;
}

/** Whether a choice is among others. */
export function hasChoice(choices: readonly ChoiceName[], choice: ChoiceName | null): boolean {
  return choices.some((other) => isSameChoice(other, choice));
}

/** Whether two names mean the same choice. */
export function isSameChoice(a: ChoiceName | null, b: ChoiceName | null): boolean {
  return a?.kind === b?.kind && a?.slug === b?.slug;
}
