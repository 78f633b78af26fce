import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import themeSheet from '../../../themes/drawn-to-scale/theme.css?raw';
import tokensFile from '../../../themes/drawn-to-scale/tokens.json?raw';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { ColourTokens } from './colour-tokens.tsx';
import { readTokens } from './design-tokens.ts';
import { FieldSpecimens } from './field-specimens.tsx';
import { LinkSpecimens, ListSpecimens, StateSpecimens } from './part-specimens.tsx';
import { LineTokens, MotionTokens, SizeTokens, SpaceTokens, TypeTokens } from './token-rows.tsx';

const tokens = readTokens(tokensFile, themeSheet);

/** Renders every token of the first theme and the parts that pages share. */
export function StyleGuideView({ data: cards }: { data: readonly EntryCard[] }) {
  const sheets = [
    { title: 'Colours', content: <ColourTokens tokens={tokens} /> },
    { title: 'Type', content: <TypeTokens tokens={tokens} /> },
    { title: 'Space', content: <SpaceTokens tokens={tokens} /> },
    { title: 'Lines', content: <LineTokens tokens={tokens} /> },
    { title: 'Measures', content: <SizeTokens tokens={tokens} /> },
    { title: 'Motion', content: <MotionTokens tokens={tokens} /> },
    { title: 'Buttons, links, chips', content: <LinkSpecimens /> },
    { title: 'Cards, pager, facts, questions', content: <ListSpecimens cards={cards} /> },
    { title: 'Fields and their states', content: <FieldSpecimens /> },
    { title: 'Notes, loading, error screen', content: <StateSpecimens /> },
    // Another application on a denser scale, so it has a page of its own.
    { title: 'The Studio', content: <a href="/studio/_parts">Parts of the Studio</a> },
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
