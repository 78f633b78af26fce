import { useEffect, useRef } from 'react';
import type { Refusal } from '../forms/outcome.ts';
import styles from './error-summary.module.css';

/** Says what is wrong with a form, with a link to each field; takes the focus whenever there is something new to say. */
export function ErrorSummary({ refusal, labels }: { refusal: Refusal; labels: Record<string, string> }) {
  const box = useRef<HTMLDivElement>(null);
  // The refusal itself is the occasion: the same text twice is said twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each refusal
  useEffect(() => box.current?.focus(), [refusal]);
  const { fields } = refusal;
  return (
    // The attribute is for pages without JavaScript, which would otherwise open at their head.
    // biome-ignore lint/a11y/noAutofocus: what went wrong is what the visitor waits for
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1} autoFocus>
      <h2 className={styles.title}>{refusal.message}</h2>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={path}>
              {/* A field that is not shown, such as the key of a form, has no label and nothing to lead to. */}
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
