/**
 * Returns a text label as a URL slug (specification, section 2): spaces become hyphens and letters lower case,
 * independent of the locale; other characters stay. `What We Do` → `what-we-do`, `C++ & Go` → `c++-&-go`. Encode the
 * slug before use in an address.
 */
export function toSlug(label: string): string {
  return label.replaceAll(' ', '-').toLowerCase();
}
