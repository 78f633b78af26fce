import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

type LinkProps = ComponentProps<typeof RouterLink>;

/** Renders a link of the router. `discover` is for the router's framework mode, which this site does not use. */
function RoutedLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" />;
}

/** Renders a link as the plain `<a>` that the router renders too, without the cost of its hooks. */
function PlainLink(props: LinkProps) {
  const { to, state, discover, viewTransition, preventScrollReset, replace, ...attributes } = props;
  if (typeof to !== 'string' || !to.startsWith('/')) return <RoutedLink {...props} />;
  return <a {...attributes} href={to} />;
}

/** Renders a link within the site. The server does not need the router's click handler, and pages have many links. */
export const Link = import.meta.env.SSR ? PlainLink : RoutedLink;
