import { use } from 'react';
import { SiteSettingsContext } from '../settings.ts';
import type { LoadedSection, SectionPage } from './section.ts';
import { getSectionCode } from './section-views.ts';

/** Renders the sections of a page in their order. */
export function SectionList({ sections, page }: { sections: readonly LoadedSection[]; page: SectionPage }) {
  const settings = use(SiteSettingsContext);
  let number = 1;
  return sections.map((loaded, index) => {
    const { section, data } = loaded;
    const { View, countSheets } = getSectionCode(section);
    const first = number;
    number += countSheets ? countSheets(section, data) : Number(section.title !== undefined);
    return (
      <View
        key={section.id}
        {...loaded}
        contents={section.kind === 'text' && section.contents ? listContents(sections, index) : []}
        number={first}
        isFirst={index === 0}
        page={page}
        settings={settings}
      />
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
