import type { ReactNode } from 'react';
import styles from './action.module.css';
import { Link } from './link.tsx';

interface ActionLinkProps {
  href: string;
  children: ReactNode;
  kind?: 'primary' | 'quiet';
}

/** The one or two things a visitor may want to do next. */
export function ActionLink({ href, children, kind = 'primary' }: ActionLinkProps) {
  return (
    <Link to={href} className={styles[kind]}>
      {children}
    </Link>
  );
}
