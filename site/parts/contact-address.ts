/** Returns the address of the contact form for somebody who comes from a page; the message then names that page. */
export function contactAddress(pathname: string): string {
  return `/contact-us?pathName=${encodeURI(pathname)}`;
}
