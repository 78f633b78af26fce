/** The query parameter that says that a submission went without its files. */
export const withoutFiles = 'without-files';

/**
 * Returns the address a stored submission leads to; the page there says what to do about files that did not arrive. A backend
 * may answer without a reference: the page then claims nothing.
 */
export function thankYouAddress(
  reference: string | undefined,
  { lostFiles }: { lostFiles?: string | undefined },
): string {
  if (!reference) return '/thank-you';
  return `/thank-you?reference=${reference}${lostFiles ? `&${withoutFiles}` : ''}`;
}
