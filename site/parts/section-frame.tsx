import type { ReactNode } from 'react';
import type { SectionProps } from '../sections/section.ts';
import { PageSection } from './page-section.tsx';

interface SectionFrameProps extends Pick<SectionProps, 'section' | 'anchor' | 'number' | 'page'> {
  /** Whether the content extends to the edges of the page frame, for grids and tables with lines of their own. */
  isFullWidth?: boolean;
  children: ReactNode;
}

/** Returns the attributes of a section's element, by which themes, the Studio and printing find it. */
export function getSectionAttributes({ section }: Pick<SectionProps, 'section'>) {
  return {
    'data-kind': section.kind,
    'data-section': section.id,
    'data-dark': section.tone === 'dark' ? '' : undefined,
    'data-sunk': section.tone === 'sunk' ? '' : undefined,
  };
}

/** Renders a section of a page with its number and title. A section without a title continues the one above it. */
export function SectionFrame({ section, anchor, number, isFullWidth = false, children }: SectionFrameProps) {
  return (
    <PageSection
      number={section.title ? number : `${number}-${section.id}`}
      title={section.title}
      id={anchor}
      isFullWidth={isFullWidth}
      attributes={getSectionAttributes({ section })}
    >
      {children}
    </PageSection>
  );
}

/** Returns the level of the headings of a section's items, which are below its title. */
export function getItemHeading({ section }: Pick<SectionProps, 'section'>): 'h2' | 'h3' {
  return section.title ? 'h3' : 'h2';
}
