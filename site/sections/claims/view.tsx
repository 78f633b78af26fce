import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders claims, each with a figure and how it was measured. */
function ClaimsContent({ section, Heading }: SectionProps<'claims', null>) {
  return (
    <ul className={styles.claims}>
      {section.claims.map(({ claim, figure, text }) => (
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
  );
}

export const section = createSection('claims', { Content: ClaimsContent });
