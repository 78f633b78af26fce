import { createRedirect } from '../failures.ts';

/** Finds the item with a slug, which may be that of an item that was merged into it. */
export function findNamed<T extends { slug: string; formerSlugs?: string[] | undefined }>(
  items: readonly T[],
  named: unknown,
): T | undefined {
  return items.find(({ slug, formerSlugs }) => slug === named || formerSlugs?.includes(named as string));
}

/**
 * Redirects an address that names an item by the slug of one that was merged into it. Call on the server alone: in the
 * browser the page shows the item at the former address, and no script grows.
 */
export function redirectToRemaining({ href }: URL, parameter: 'interest' | 'persona' | 'position', slug: string): void {
  const { pathname, searchParams } = new URL(href);
  if (searchParams.get(parameter) === slug) return;
  searchParams.set(parameter, slug);
  throw createRedirect(`${pathname}?${searchParams}`);
}
