import type { ReactNode } from 'react';
import type { Schematic } from '../../../contract/entry-fields.ts';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { schematicMarks } from '../../drawings/in-page.ts';
import { Drawing } from '../../parts/drawing.tsx';
import styles from './schematic-figure.module.css';
import { usePreviewQuery } from './use-preview-query.ts';

/** The links as sentences, which is all that the drawing says. */
function inWords({ nodes, links }: Schematic): string[] {
  const labelOf = (id: string) => nodes.find((node) => node.id === id)?.label ?? id;
  return links.map(([from, to, word]) => `${labelOf(from)} to ${labelOf(to)}${word ? `: ${word}` : ''}`);
}

interface SchematicFigureProps {
  entry: EntryDetail<'SERVICE' | 'MICROSERVICE'>;
  /** Of the drawing, which is 800 wide. */
  height: number;
  /** What stands beside the drawing. */
  children: ReactNode;
}

/** The schematic of an entry with what belongs beside it, and the same in words. */
export function SchematicFigure({ entry, height, children }: SchematicFigureProps) {
  const query = usePreviewQuery(entry);
  const { schematic } = entry.fields;
  const sentences = inWords(schematic);
  return (
    <div className={styles.pair}>
      <div className={styles.beside}>{children}</div>
      <figure className={styles.figure}>
        <Drawing
          src={`/drawings/schematic/${entry.type}/${entry.slug}.svg${query}`}
          marks={import.meta.env.SSR ? schematicMarks(schematic) : null}
          viewBox={`0 0 800 ${height}`}
          label={`Schematic of ${entry.title}: ${schematic.nodes.map(({ label }) => label).join(', ')}`}
        />
        <figcaption>
          <details className={styles.words}>
            <summary className={styles.summary}>The drawing in words</summary>
            <ul className={styles.list}>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        </figcaption>
      </figure>
    </div>
  );
}
