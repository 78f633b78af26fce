import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

type LinkProps = ComponentProps<typeof RouterLink>;

/** A link that the router follows. `discover` marks links for the router's framework mode, which this site does not use. */
function RoutedLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" />;
}

/** The plain link that a link inside the site is until it is pressed. */
function PlainLink(props: LinkProps) {
  const { to, state, discover, viewTransition, preventScrollReset, replace, ...attributes } = props;
  if (typeof to !== 'string' || !to.startsWith('/')) return <RoutedLink {...props} />;
  return <a {...attributes} href={to} />;
}

/** A link inside the site. The server leaves out what the router would do at a press: pages have many links. */
export const Link = import.meta.env.SSR ? PlainLink : RoutedLink;
