import type { ReactNode } from 'react';
import styles from './action.module.css';
import { Link } from './link.tsx';

interface ActionLinkProps {
  href: string;
  children: ReactNode;
  kind?: 'primary' | 'quiet';
}

/** Renders a link that looks like a button. */
export function ActionLink({ href, children, kind = 'primary' }: ActionLinkProps) {
  return (
    <Link to={href} className={styles[kind]}>
      {children}
    </Link>
  );
}
