import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { SectionList } from '../../sections/section-list.tsx';
import { ColourTokens } from './colour-tokens.tsx';
import { readTokens } from './design-tokens.ts';
import { FieldSpecimens } from './field-specimens.tsx';
import type { StyleGuideData } from './load.ts';
import { LinkSpecimens, ListSpecimens, StateSpecimens } from './part-specimens.tsx';
import { specimenSizes } from './section-specimens.ts';
import { TokenRows, tokenGroups } from './token-rows.tsx';

const files = import.meta.glob<string>('../../../themes/*/{tokens.json,theme.css}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Reads the tokens of a theme of the installation. */
function readThemeTokens(theme: string) {
  const readFile = (file: string) => files[`../../../themes/${theme}/${file}`] ?? '';
  return readTokens(readFile('tokens.json'), readFile('theme.css'));
}

/** Renders links to the pages that show a specimen of each kind of section. */
function SectionLinks() {
  return (
    <ul>
      {specimenSizes.map((size) => (
        <li key={size}>
          <a href={`/_parts?sections=${size}`}>Sections: {size}</a>
        </li>
      ))}
    </ul>
  );
}

/** Renders every token of the look's theme and the parts that pages share, or the specimens of sections of one size. */
export function StyleGuideView({ data: { theme, cards, page, sections } }: { data: StyleGuideData }) {
  // One size at a time, as the sections of a page, because some elements of sections have an id of their own.
  if (sections) return <SectionList sections={sections} page={page} />;
  const tokens = readThemeTokens(theme);
  const sheets = [
    { title: 'Colours', content: <ColourTokens tokens={tokens} /> },
    ...tokenGroups.map((group) => ({ title: group.title, content: <TokenRows tokens={tokens} {...group} /> })),
    { title: 'Buttons, links, chips', content: <LinkSpecimens /> },
    { title: 'Cards, pager, facts, questions', content: <ListSpecimens cards={cards} /> },
    { title: 'Fields and their states', content: <FieldSpecimens /> },
    { title: 'Notes, loading, error screen', content: <StateSpecimens /> },
    { title: 'Sections', content: <SectionLinks /> },
  ];
  return (
    <>
      <PageHeader
        title="Tokens and parts"
        lede="What the site is made of, rendered from the very components. This page exists while developing only."
      />
      {sheets.map(({ title, content }, index) => (
        <PageSection key={title} id={`parts-${index + 1}`} number={index + 1} title={title}>
          {content}
        </PageSection>
      ))}
    </>
  );
}
