import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import formStyles from './form.module.css';
import { IconButton } from './icon-button.tsx';
import styles from './selection-bar.module.css';
import { useHasScript } from './use-has-script.ts';

/**
 * Renders the acts on the selected rows of a list. With JavaScript the bar appears at the end of the window with the
 * first selection. Without it the bar is part of the page, because what is selected is known only after the form is
 * sent. `label` says how many rows are selected.
 */
export function SelectionBar({
  name,
  count,
  label,
  onClear,
  children,
}: {
  /** What screen readers call the bar: `Bulk actions`. */
  name: string;
  count: number;
  label: string;
  onClear: () => void;
  children: ReactNode;
}) {
  const hasScript = useHasScript();
  const isShown = !hasScript || count > 0;
  // The bar is in the page before it is shown, because screen readers announce only changes of a live region.
  return (
    <fieldset className={isShown ? styles.bar : 'visually-hidden'} data-floats={hasScript || undefined}>
      <legend className="visually-hidden">{name}</legend>
      <p role="status" className={styles.count}>
        {hasScript && count > 0 && label}
      </p>
      <div hidden={!isShown} className={isShown ? formStyles.tight : undefined}>
        {children}
      </div>
      {hasScript && isShown && <IconButton icon={X} label="Select none" onClick={onClear} />}
    </fieldset>
  );
}
