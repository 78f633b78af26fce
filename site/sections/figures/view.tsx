import { Facts } from '../../parts/facts.tsx';
import { SourceNote } from '../../parts/source-note.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders figures with what they count, and below them their sources. */
function FiguresContent({ section: { figures } }: SectionProps<'figures', null>) {
  const sources = figures.flatMap(({ source }) => source ?? []);
  return (
    <>
      <Facts facts={figures} />
      {sources.length > 0 && (
        <div className={styles.sources}>
          {sources.map((source) => (
            <SourceNote key={`${source.title} ${source.url}`} source={source} />
          ))}
        </div>
      )}
    </>
  );
}

export const section = createSection('figures', { Content: FiguresContent });
