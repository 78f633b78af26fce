import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import styles from './icon.module.css';

/** Renders an icon beside its name. It is hidden from screen readers, which read the name. */
export const Icon = memo(function Icon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing size={16} strokeWidth={1.75} aria-hidden="true" focusable="false" className={styles.icon} />;
});
