import styles from './tagline.module.css';

/** What the thing does, in one line. */
export function Tagline({ children }: { children: string }) {
  return <p className={styles.tagline}>{children}</p>;
}
