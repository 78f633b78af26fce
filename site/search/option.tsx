import { type ReactNode, useEffect, useRef } from 'react';
import { ResultLink } from './result-link.tsx';

interface OptionProps {
  href: string;
  /** State of the address it leads to. */
  state?: unknown;
  title: string;
  kind: string;
  excerpt: ReactNode;
  id: string;
  isActive: boolean;
}

/** A result: an option to the keyboard, which stays in the field, and a link to a pointer. Screen readers say its title first. */
export function Option({ href, state, title, kind, excerpt, id, isActive }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <ResultLink
      to={href}
      state={state}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      className="row"
      ref={link}
    >
      <span className="title">{title}</span>
      <span className="kind">{kind}</span>
      <span className="excerpt">{excerpt}</span>
    </ResultLink>
  );
}
