import type { ReactNode } from 'react';
import type { Schematic } from '../../../contract/content/entry-fields.ts';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { type DrawingHeights, ResponsiveDrawing } from '../../parts/drawing.tsx';
import { usePreviewQuery } from '../../parts/use-preview-query.ts';
import type { BodySection } from './entry-data.ts';
import styles from './schematic-figure.module.css';
import { Tagline } from './tagline.tsx';

/** Describes each link of a schematic in a sentence, as the text alternative of the drawing. */
function LinkSentences({ schematic: { nodes, links } }: { schematic: Schematic }) {
  const nameNode = (id: string) => <bdi>{nodes.find((node) => node.id === id)?.label ?? id}</bdi>;
  return links.map(([from, to, word]) => (
    <li key={`${from} ${to} ${word}`}>
      {nameNode(from)} to {nameNode(to)}
      {word && ': '}
      <bdi>{word}</bdi>
    </li>
  ));
}

interface SchematicFigureProps {
  entry: EntryDetail<'SERVICE' | 'MICROSERVICE'>;
  heights: DrawingHeights;
  /** Content beside the drawing, below the tagline. */
  children: ReactNode;
}

/** Renders the schematic of an entry with a text alternative, and beside it the tagline and other content. */
function SchematicFigure({ entry, heights, children }: SchematicFigureProps) {
  const query = usePreviewQuery(entry);
  const { schematic, tagline } = entry.fields;
  return (
    <div className={styles.columns}>
      <div className={styles.beside}>
        <Tagline>{tagline}</Tagline>
        {children}
      </div>
      <figure className={styles.figure}>
        <ResponsiveDrawing
          address={`/drawings/schematic/${entry.type}/${entry.slug}`}
          query={query}
          draw={(inline, isNarrow) => inline.schematic(schematic, isNarrow)}
          heights={heights}
          label={`Schematic of ${entry.title}: ${schematic.nodes.map(({ label }) => label).join(', ')}`}
        />
        <figcaption>
          <details className={styles.words}>
            <summary className={styles.summary}>The drawing in words</summary>
            <ul className={styles.list}>
              <LinkSentences schematic={schematic} />
            </ul>
          </details>
        </figcaption>
      </figure>
    </div>
  );
}

export function renderSchematicSection(props: SchematicFigureProps): BodySection {
  return { id: 'schematic', title: 'The drawing', content: <SchematicFigure {...props} /> };
}
