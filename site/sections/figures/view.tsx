import { Facts } from '../../parts/facts.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { SourceNote } from '../../parts/source-note.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders figures with what they count, and below them their sources. */
function FiguresSection(props: SectionProps<'figures', null>) {
  const { figures } = props.section;
  const sources = figures.flatMap(({ source }) => source ?? []);
  return (
    <SectionFrame {...props}>
      <Facts facts={figures} />
      {sources.length > 0 && (
        <div className={styles.sources}>
          {sources.map((source) => (
            <SourceNote key={`${source.title} ${source.url}`} source={source} />
          ))}
        </div>
      )}
    </SectionFrame>
  );
}

export const section = createSection<'figures', null>('figures', { View: FiguresSection });
