import type { SectionProps } from '../sections/section.ts';

/** Returns the attributes of a section's element, by which themes, the Studio and printing find it. */
export function getSectionAttributes({ section }: Pick<SectionProps, 'section'>) {
  return {
    'data-kind': section.kind,
    'data-section': section.id,
    'data-dark': section.tone === 'dark' ? '' : undefined,
    'data-sunk': section.tone === 'sunk' ? '' : undefined,
  };
}
