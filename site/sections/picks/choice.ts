import type { Interest, Persona } from '../../../contract/content/record-shapes.ts';
import { findNamed } from '../../parts/find-named.ts';

/** Identifies a choice of the visitor: their role (persona) or a topic (interest). */
export interface ChoiceKey {
  kind: 'interest' | 'persona';
  slug: string;
}

/** A choice with its label and the interests by which it orders recommendations. */
export interface VisitorChoice extends ChoiceKey {
  label: string;
  description: string;
  interests: string[];
}

/** Number of recommended entries. */
export const maxRecommended = 6;

/** Finds the choice that a stored or requested value identifies; null for any other value. */
export function findChoice(
  value: unknown,
  personas: readonly Persona[],
  interests: readonly Interest[],
): VisitorChoice | null {
  const { kind, slug: named } = (value ?? {}) as Partial<ChoiceKey>;
  const items: readonly (Interest & Partial<Persona>)[] =
    kind === 'persona' ? personas : kind === 'interest' ? interests : [];
  const item = findNamed(items, named);
  if (!item || !kind) return null;
  const { slug, label, description } = item;
  return { kind, slug, label, description, interests: item.interests ?? [slug] };
}

/**
 * Finds the choices in the stored value of `userCategories`, each once, without those that no longer exist. An older
 * release stored a single choice instead of a list.
 */
export function findChoices(
  stored: unknown,
  personas: readonly Persona[],
  interests: readonly Interest[],
): VisitorChoice[] {
  const found: VisitorChoice[] = [];
  for (const value of Array.isArray(stored) ? stored : [stored]) {
    const choice = findChoice(value, personas, interests);
    if (choice && !includesChoice(found, choice)) found.push(choice);
  }
  return found;
}

/** Returns whether a list has a choice. */
export function includesChoice(choices: readonly ChoiceKey[], choice: ChoiceKey | null): boolean {
  return choices.some((other) => isSameChoice(other, choice));
}

/** Returns whether two keys identify the same choice. */
export function isSameChoice(a: ChoiceKey | null, b: ChoiceKey | null): boolean {
  return a?.kind === b?.kind && a?.slug === b?.slug;
}
