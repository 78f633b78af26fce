import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders what happens, in order. */
function StepsContent({ section, Heading }: SectionProps<'steps', null>) {
  return (
    <ol className={styles.steps}>
      {section.steps.map(({ title, text }) => (
        <li key={title} className={styles.step}>
          <Heading dir="auto" className={styles.title}>
            {title}
          </Heading>
          <p dir="auto" className={styles.text}>
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

export const section = createSection('steps', { Content: StepsContent });
