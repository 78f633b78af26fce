import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

/**
 * Renders a button that shows an icon. Screen readers read its label. A pointer or the focus shows the tip: the label,
 * or less where the place of the button says a part of it.
 */
export function IconButton({
  icon,
  label,
  tip = label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { icon: LucideIcon; label: string; tip?: string }) {
  return (
    <button type="button" {...rest} aria-label={label} data-tip={tip} className={styles.button}>
      <Icon of={icon} />
    </button>
  );
}
