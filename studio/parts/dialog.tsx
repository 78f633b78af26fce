import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

/**
 * Renders a modal dialog with a heading and a button that closes it. Escape closes it too. It stands at the end of the
 * document, because a form of its own must not be inside another form.
 */
export function Dialog({
  title,
  size = 'narrow',
  children,
  onClose,
}: {
  title: string;
  /** `wide` for a table. */
  size?: 'narrow' | 'wide';
  children: ReactNode;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    // The browser would focus the first button, which closes the dialog.
    element?.querySelector<HTMLElement>('input:not([type="file"]), textarea')?.focus();
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.dialog}
      data-size={size}
      // React's strict mode closes the dialog and opens it again before the browser fires `close`.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
