import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldError } from '../../contract/http/errors.ts';
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

/** The labels of the fields of a form by their names. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Returns what is wrong with each field by its label; null if something is wrong beside the fields with labels. */
function describeFields(fields: readonly FieldError[], labels: FieldLabels): string | null {
  const wrong = fields.map(({ path, message }) => [labels[path.split('.')[0] ?? ''], message] as const);
  if (wrong.length === 0 || wrong.some(([label]) => label === undefined)) return null;
  return wrong.map(([label, message]) => `“${label}” ${message}.`).join(' ');
}

/**
 * Shows why an action did not do what was asked, with the request id for support, and moves the focus to the first
 * field that is marked as wrong. Without JavaScript the field has `autofocus`.
 */
export function RefusalNotice({
  refusal,
  labels = {},
  children,
}: {
  refusal: (Pick<ActionRefusal, 'message'> & Partial<ActionRefusal>) | string | null | undefined;
  labels?: FieldLabels | undefined;
  /** More about the refusal. */
  children?: ReactNode;
}) {
  useEffect(() => {
    if (typeof refusal === 'object' && refusal?.fields?.length)
      document.querySelector<HTMLElement>('main form [aria-invalid="true"]')?.focus();
  }, [refusal]);
  // A dialog over the page asks for a new sign-in.
  if (!refusal || (typeof refusal === 'object' && refusal.isSignedOut)) return null;
  const { message, fields = [], requestId = null } = typeof refusal === 'string' ? { message: refusal } : refusal;
  return (
    <Notice kind="alert">
      <p>{describeFields(fields, labels) ?? message}</p>
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
