import { type LinkProps, Link as RouterLink } from 'react-router';

/** The plain link that a link inside the site is until it is pressed. */
function PlainLink(props: LinkProps) {
  const { to, state, discover, viewTransition, preventScrollReset, replace, ...attributes } = props;
  if (typeof to !== 'string' || !to.startsWith('/')) return <RouterLink {...props} />;
  return <a {...attributes} href={to} data-discover="true" />;
}

/** A link inside the site. The server leaves out what the router would do at a press: pages have many links. */
export const Link = import.meta.env.SSR ? PlainLink : RouterLink;
