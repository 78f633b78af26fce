import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type ActionRefusal, useAnswer } from '../screen.ts';
import { IconButton } from './icon-button.tsx';
import styles from './notice.module.css';

/**
 * Announces what happened; `alert` for a refusal. A notice of the kind `done` is rendered empty until something
 * happens, because screen readers announce only the changes of a live region that exists already.
 */
export function Notice({ kind = 'done', children }: { kind?: 'done' | 'alert'; children: ReactNode }) {
  return (
    <div className={styles[kind]} role={kind === 'alert' ? 'alert' : 'status'} data-result>
      {children}
    </div>
  );
}

/** Shows why an action did not do what was asked, with the request id for support. */
export function RefusalNotice({
  refusal,
  children,
}: {
  refusal: (Pick<ActionRefusal, 'message'> & Partial<ActionRefusal>) | string | null | undefined;
  /** More about the refusal. */
  children?: ReactNode;
}) {
  if (!refusal) return null;
  const { message, requestId = null } = typeof refusal === 'string' ? { message: refusal } : refusal;
  return (
    <Notice kind="alert">
      <p>{message}</p>
      {children}
      {requestId && <p className={styles.request}>Request {requestId}</p>}
    </Notice>
  );
}

/** How long a result is shown, in milliseconds. */
const resultTime = 8_000;

/**
 * Announces what an action did in a box above the bottom of the window, so that the page does not move. The box
 * disappears after some seconds. A box that offers a button (`children`), such as Undo, stays until it is closed.
 * Without JavaScript the result is a line of the page.
 */
export function Result({
  answer,
  children,
}: {
  /** A new object for each action, even if two say the same. */
  answer: { done?: string } | null | undefined;
  children?: ReactNode;
}) {
  const [closed, setClosed] = useState<typeof answer>(null);
  const isShown = Boolean(answer?.done) && answer !== closed;
  const hasAct = Boolean(children);
  useEffect(() => {
    if (!isShown || hasAct) return undefined;
    const timer = setTimeout(() => setClosed(answer), resultTime);
    return () => clearTimeout(timer);
  }, [answer, isShown, hasAct]);
  return (
    <div className={`${styles.done} ${styles.result}`} role="status">
      {isShown && <p>{answer?.done}</p>}
      {isShown && children}
      {isShown && hasAct && (
        <span className={styles.close}>
          <IconButton icon={X} label="Close" onClick={() => setClosed(answer)} />
        </span>
      )}
    </div>
  );
}

/** Says what the last form of the screen did, or why it was refused. */
export function ActionOutcome({ children }: { children?: ReactNode }) {
  const answer = useAnswer();
  return (
    <>
      <RefusalNotice refusal={answer?.refusal} />
      <Result answer={answer}>{children}</Result>
    </>
  );
}
