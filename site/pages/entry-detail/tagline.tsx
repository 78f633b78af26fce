import { getDir } from '../../../contract/text-direction.ts';
import styles from './tagline.module.css';

/** Renders the sentence that says what a service, plan, microservice or app does. */
export function Tagline({ children }: { children: string }) {
  return (
    <p dir={getDir(children)} className={styles.tagline}>
      {children}
    </p>
  );
}
