import { type ReactNode, useEffect, useRef } from 'react';
import { ResultLink } from './result-link.tsx';

interface ResultOptionProps {
  href: string;
  /** Location state of the link. */
  state?: unknown;
  title: string;
  kind: string;
  excerpt: ReactNode;
  id: string;
  isActive: boolean;
}

/** Renders a result as a link with the role of an option. The keyboard focus stays in the text field. */
export function ResultOption({ href, state, title, kind, excerpt, id, isActive }: ResultOptionProps) {
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
      aria-describedby={`${id}-kind ${id}-excerpt`}
      className="row"
      ref={link}
    >
      <span dir="auto" className="title">
        {title}
      </span>
      {/* Outside the name, which is short, and part of the description. */}
      <span id={`${id}-kind`} className="kind" aria-hidden="true">
        {kind}
      </span>
      <span id={`${id}-excerpt`} className="excerpt" aria-hidden="true">
        {excerpt}
      </span>
    </ResultLink>
  );
}
