import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import tokensSheet from '../../styles/tokens.css?raw';
import { Colours } from './colours.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { LinkSpecimens, ListSpecimens, StateSpecimens } from './part-specimens.tsx';
import { Lines, Measures, Motion, Space, Type } from './scales.tsx';
import { readTokens } from './tokens.ts';

const tokens = readTokens(tokensSheet);

/** Every token as `site/styles/tokens.css` has it, then the parts that pages share. */
export function PartsView({ data: cards }: { data: readonly EntryCard[] }) {
  const sheets = [
    { title: 'Colours', content: <Colours tokens={tokens} /> },
    { title: 'Type', content: <Type tokens={tokens} /> },
    { title: 'Space', content: <Space tokens={tokens} /> },
    { title: 'Lines', content: <Lines tokens={tokens} /> },
    { title: 'Measures', content: <Measures tokens={tokens} /> },
    { title: 'Motion', content: <Motion tokens={tokens} /> },
    { title: 'Buttons, links, chips', content: <LinkSpecimens /> },
    { title: 'Cards, pager, facts, questions', content: <ListSpecimens cards={cards} /> },
    { title: 'Fields and their states', content: <FieldSpecimens /> },
    { title: 'Notes, loading, error screen', content: <StateSpecimens /> },
  ];
  return (
    <>
      <PageHeader
        title="Tokens and parts"
        lede="What the site is made of, rendered from the very components. This page exists while developing only."
      />
      {sheets.map(({ title, content }, index) => (
        <Sheet key={title} id={`parts-${index + 1}`} number={index + 1} title={title}>
          {content}
        </Sheet>
      ))}
    </>
  );
}
