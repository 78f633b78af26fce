import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'quiet' | 'bare' | 'danger';

/** Renders a button: `primary` once on a screen, for its main action; `bare` without a border, in rows and bars. */
export function Button({ look = 'quiet', className, ...rest }: ComponentProps<'button'> & { look?: Look }) {
  return <button type="button" {...rest} className={[styles[look], className].filter(Boolean).join(' ')} />;
}

/** The class of a link that looks like a button. */
export const buttonLink = {
  primary: styles.primary,
  quiet: styles.quiet,
  bare: styles.bare,
  danger: styles.danger,
};
