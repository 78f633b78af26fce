import { useEffect, useRef } from 'react';
import { entryPath, entryTypes } from '../../contract/entry-types.ts';
import type { SearchHit } from '../../contract/record-shapes.ts';
import { Excerpt } from '../parts/excerpt.tsx';
import { Link } from '../parts/link.tsx';
import { searchedFor } from '../parts/searched-for.ts';

interface OptionProps {
  hit: SearchHit;
  q: string;
  id: string;
  isActive: boolean;
}

/** A result: an option to the keyboard, which stays in the field, and a link to a pointer. The ear gets its title first. */
export function Option({ hit, q, id, isActive }: OptionProps) {
  const { type, slug, title, excerpt } = hit;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <Link
      to={entryPath(type, slug)}
      state={searchedFor(q)}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      className="row"
      ref={link}
    >
      <span className="title">{title}</span>
      <span className="kind">{entryTypes[type].label}</span>
      <span className="excerpt">
        <Excerpt parts={excerpt} />
      </span>
    </Link>
  );
}
