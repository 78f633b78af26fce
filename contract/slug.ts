/**
 * A text label as a URL slug (specification, section 2): each space becomes a hyphen and letters become lower case, by
 * Unicode and not by the reader's locale; nothing else changes. `What We Do` → `what-we-do`, `C++ & Go` → `c++-&-go`.
 * What comes out still needs encoding where it goes into an address.
 */
export function slugOf(label: string): string {
  return label.replaceAll(' ', '-').toLowerCase();
}
