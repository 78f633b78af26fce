import type { ReactNode } from 'react';
import type { ActionRefusal } from '../screen.ts';
import styles from './notice.module.css';

/**
 * Announces what happened; `alert` for a refusal. A notice of the kind `done` is rendered empty until something
 * happens, because screen readers announce only the changes of a live region that exists already.
 */
export function Notice({ kind = 'done', children }: { kind?: 'done' | 'alert'; children: ReactNode }) {
  return (
    <div className={styles[kind]} role={kind === 'alert' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** Shows why an action did not do what was asked, with the request id for support. */
export function RefusalNotice({
  refusal,
  children,
}: {
  refusal: Pick<ActionRefusal, 'message' | 'requestId'> | null | undefined;
  /** More about the refusal. */
  children?: ReactNode;
}) {
  if (!refusal) return null;
  return (
    <Notice kind="alert">
      <p>{refusal.message}</p>
      {children}
      {refusal.requestId && <p className={styles.request}>Request {refusal.requestId}</p>}
    </Notice>
  );
}
