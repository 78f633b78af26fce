import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders claims, each with a figure and how it was measured. */
function ClaimsSection(props: SectionProps<'claims', null>) {
  const Heading = getItemHeading(props);
  return (
    <SectionFrame {...props}>
      <ul className={styles.claims}>
        {props.section.claims.map(({ claim, figure, text }) => (
          <li key={claim} className={styles.claim}>
            <Heading dir="auto" className={styles.name}>
              {claim}
            </Heading>
            <p dir="auto" className={styles.figure} data-part="measure">
              {figure}
            </p>
            <p dir="auto" className={styles.method}>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

export const section = createSection<'claims', null>('claims', { View: ClaimsSection });
