import styles from './source.module.css';

/** Where a figure or an answer comes from. */
export function Source({ source }: { source: { title: string; url?: string | undefined; year?: number | undefined } }) {
  return (
    <p className={styles.source}>
      <span className={styles.label}>Source</span> {source.url ? <a href={source.url}>{source.title}</a> : source.title}
      {source.year ? `, ${source.year}` : ''}
    </p>
  );
}
