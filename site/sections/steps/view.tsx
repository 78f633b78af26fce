import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';

/** Renders what happens, in order. */
function StepsSection(props: SectionProps<'steps', null>) {
  const Heading = getItemHeading(props);
  return (
    <SectionFrame {...props}>
      <ol className={styles.steps}>
        {props.section.steps.map(({ title, text }) => (
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
    </SectionFrame>
  );
}

export const section = createSection<'steps', null>('steps', { View: StepsSection });
