/**
 * What a look chooses by words. The first word of each choice leaves pages as the theme draws them. Any other one is an
 * attribute of the root element: `sectionNumbers: none` becomes `data-section-numbers="none"`. `themes/shared.css` has
 * what each word changes.
 */
export const structureWords = {
  sectionNumbers: ['shown', 'none'],
  rules: ['hairlines', 'none'],
  cards: ['ruled', 'plain', 'raised'],
  covers: ['drawn', 'picture', 'none'],
  labels: ['mono', 'small-caps', 'plain'],
  width: ['wide', 'narrow'],
  corners: ['slight', 'square', 'round'],
  header: ['one-line', 'two-lines'],
  logo: ['mark-and-name', 'name', 'mark'],
} as const;

export type StructureName = keyof typeof structureWords;
export const structureNames = Object.keys(structureWords) as StructureName[];

/** One word for each choice. */
export type Structure = { [S in StructureName]: (typeof structureWords)[S][number] };

/** Returns the name of the attribute of a choice, such as `data-section-numbers`. */
export function getStructureAttribute(name: StructureName): string {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
