import type { ReactNode } from 'react';
import type { MenuLink } from '../../contract/content/menu-schemas.ts';
import { careersTarget } from '../../contract/content/menu-targets.ts';
import { CareersLink } from './careers.tsx';
import { Link } from './link.tsx';

interface MenuItemProps {
  link: MenuLink;
  className?: string | undefined;
  isCurrent?: boolean;
  children?: ReactNode;
}

/** Renders an item of a menu: a link to a page, to a file such as a feed, to another site, or to the careers site. */
export function MenuItem({ link: { to, label }, className, isCurrent, children = label }: MenuItemProps) {
  if (to === careersTarget)
    return (
      <CareersLink dir="auto" className={className}>
        {children}
      </CareersLink>
    );
  // The router knows pages only.
  if (!to.startsWith('/') || /\.\w+$/.test(to))
    return (
      <a dir="auto" href={to} className={className}>
        {children}
      </a>
    );
  return (
    <Link dir="auto" to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
