import type { ReactNode } from 'react';
import type { SectionProps } from '../sections/section.ts';
import { PageSection } from './page-section.tsx';
import { getSectionAttributes } from './section-attributes.ts';

interface SectionFrameProps extends Pick<SectionProps, 'section' | 'anchor' | 'number' | 'page'> {
  /** Whether the content extends to the edges of the page frame, for grids and tables with lines of their own. */
  isFullWidth?: boolean;
  children: ReactNode;
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
