import styles from './tagline.module.css';

/** Renders the sentence that says what a service, plan, microservice or app does. */
export function Tagline({ children }: { children: string }) {
  return (
    <p dir="auto" className={styles.tagline}>
      {children}
    </p>
  );
}
