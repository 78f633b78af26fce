import { use } from 'react';
import { SectionFrame } from '../parts/section-frame.tsx';
import { SiteSettingsContext } from '../settings.ts';
import type { LoadedSection, SectionPage } from './section.ts';
import { getSectionCode } from './section-views.ts';

export function SectionList({ sections, page }: { sections: readonly LoadedSection[]; page: SectionPage }) {
  const settings = use(SiteSettingsContext);
  let number = 1;
  return sections.map((loaded, index) => {
    const { section, data } = loaded;
    const { View, Content, isFullWidth, isEmpty, countSheets } = getSectionCode(section);
    if (isEmpty?.(data)) return null;
    const contents = section.kind === 'text' && section.contents ? listContents(sections, index) : [];
    const Heading = section.title ? 'h3' : 'h2';
    const props = { ...loaded, contents, number, isFirst: index === 0, Heading, page, settings } as const;
    number += countSheets ? countSheets(section, data) : Number(section.title !== undefined);
    if (View) return <View key={section.id} {...props} />;
    return (
      <SectionFrame key={section.id} {...props} isFullWidth={isFullWidth}>
        {Content && <Content {...props} />}
      </SectionFrame>
    );
  });
}

/** Returns the contents of a text: its own headings, and the titles of the sections below it that have an anchor. */
function listContents(sections: readonly LoadedSection[], index: number): LoadedSection['contents'] {
  const below = sections
    .slice(index + 1)
    .flatMap(({ section, anchor }) => (section.title && anchor ? [{ depth: 2, id: anchor, text: section.title }] : []));
  return [...(sections[index]?.contents ?? []), ...below];
}
