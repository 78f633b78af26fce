import type { ReactNode } from 'react';
import { Section } from '../../parts/section.tsx';
import styles from './specimen.module.css';

/** Renders examples of a component below its name in the code. */
export function StudioSpecimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section title={name}>
      <div className={styles.specimen}>{children}</div>
    </Section>
  );
}
