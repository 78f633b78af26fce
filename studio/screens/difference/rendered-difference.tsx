import styles from './screen.module.css';

interface FrameProps {
  title: string;
  entryId: number;
  version: string;
  /** The other version of the comparison. Differences from it are marked. */
  compared?: Record<string, string>;
}

function Frame({ title, entryId, version, compared = {} }: FrameProps) {
  const query = new URLSearchParams({ entry: String(entryId), version, ...compared });
  return (
    <iframe
      src={`/studio/preview?${query}`}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      className={styles.frame}
    />
  );
}

/** Shows the pages of two versions, with what differs marked; or the page of one version. */
export function RenderedDifference({
  entryId,
  before,
  after,
}: {
  entryId: number;
  before: string | null;
  after: string;
}) {
  if (before === null) return <Frame title="The page of this version" entryId={entryId} version={after} />;
  return (
    <div className={styles.sides}>
      <Frame title="The page before" entryId={entryId} version={before} compared={{ after }} />
      <Frame title="The page after" entryId={entryId} version={after} compared={{ before }} />
    </div>
  );
}
