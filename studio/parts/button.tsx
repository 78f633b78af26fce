import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { Icon } from './icon.tsx';

interface Look {
  /** `primary` once on a screen, for its main action; `bare` without a border, in rows and bars. */
  look?: 'primary' | 'quiet' | 'bare' | 'danger';
  /** Stands before the words. */
  icon?: LucideIcon | undefined;
  /** The words, if they are one text. */
  label?: string;
}

/** Returns the attributes of an element that looks like a button. */
function toAttributes<P extends { className?: string | undefined; children?: ReactNode }>({
  look = 'quiet',
  icon,
  label,
  className,
  children,
  ...rest
}: P & Look) {
  return {
    ...rest,
    className: [styles[look], className].filter(Boolean).join(' '),
    children: (
      <>
        {icon && <Icon of={icon} />}
        {label ?? children}
      </>
    ),
  };
}

export function Button(props: ComponentProps<'button'> & Look) {
  return <button type="button" {...toAttributes(props)} />;
}

/** Renders a button that sends the form around it. `intent` names the action, if the form has several buttons. */
export function Submit({ intent, ...props }: ComponentProps<'button'> & Look & { intent?: string }) {
  return <Button type="submit" {...(intent !== undefined && { name: 'intent', value: intent })} {...props} />;
}

export function ButtonLink(props: LinkProps & Look) {
  return <Link {...toAttributes(props)} />;
}

/** The class of other elements that look like a button. */
export const buttonLink = {
  primary: styles.primary,
  quiet: styles.quiet,
  bare: styles.bare,
  danger: styles.danger,
};
