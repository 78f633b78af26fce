import { useLocation } from 'react-router';
import { ActionLink } from './action-link.tsx';
import { getContactAddress } from './navigation.ts';
import styles from './section-actions.module.css';

export interface Action {
  label: string;
  target: string;
}

interface SectionActionsProps {
  actions: readonly Action[] | undefined;
  className?: string | undefined;
  /** Whether a link to the contact page names this page, which the message then names. */
  isPageNamed?: boolean;
}

/** Renders the actions of a section as buttons. The first is the one to take. */
export function SectionActions({ actions = [], className, isPageNamed = false }: SectionActionsProps) {
  const { pathname } = useLocation();
  if (actions.length === 0) return null;
  return (
    <p className={className ? `${styles.actions} ${className}` : styles.actions}>
      {actions.map(({ label, target }, index) => (
        <ActionLink
          key={`${target} ${label}`}
          href={isPageNamed && target === '/contact-us' ? getContactAddress(pathname) : target}
          kind={index === 0 ? 'primary' : 'quiet'}
        >
          {label}
        </ActionLink>
      ))}
    </p>
  );
}
