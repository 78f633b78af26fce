import styles from './preview-bar.module.css';

/** Says on a preview that visitors do not see this revision. */
export function PreviewBar({ isPreview }: { isPreview: boolean }) {
  if (!isPreview) return null;
  return (
    <p className={styles.bar} role="note">
      <strong>Preview.</strong> Visitors do not see this revision. The link to it expires within an hour.
    </p>
  );
}
