import { useEffect, useRef } from 'react';
import type { SubmissionRefusal } from '../forms/submission.ts';
import styles from './error-summary.module.css';

/** Renders the errors of a refused form with a link to each field, and moves the focus to them. */
export function ErrorSummary({ refusal, labels }: { refusal: SubmissionRefusal; labels: Record<string, string> }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each refusal, even with the same text
  useEffect(() => box.current?.focus(), [refusal]);
  const { fields } = refusal;
  return (
    // Without JavaScript the attribute moves the focus, and the page opens at the summary.
    // biome-ignore lint/a11y/noAutofocus: the visitor waits for the result of the form
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1} autoFocus>
      <h2 className={styles.title}>{refusal.suggestions ? 'Find cities' : 'There is a problem'}</h2>
      <p>{refusal.message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={path}>
              {/* A hidden field, such as the idempotency key, has no label and no target for a link. */}
              {labels[path] ? (
                <a href={`#field-${path}`}>
                  {labels[path]}: {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      )}
      {refusal.requestId && <p className={styles.request}>Request {refusal.requestId}</p>}
    </div>
  );
}
