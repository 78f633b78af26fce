import styles from './source-note.module.css';

/** Renders the source of a figure or an answer. */
export function SourceNote({
  source,
}: {
  source: { title: string; url?: string | undefined; year?: number | undefined };
}) {
  return (
    <p className={styles.source}>
      <span className={styles.label}>Source</span>{' '}
      <bdi>{source.url ? <a href={source.url}>{source.title}</a> : source.title}</bdi>
      {source.year ? `, ${source.year}` : ''}
    </p>
  );
}
