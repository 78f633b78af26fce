/** The query parameter of the thank-you page for a submission whose files were not stored. */
export const withoutFilesParameter = 'without-files';

/**
 * Returns the address of the thank-you page of a stored submission. A foreign backend may answer without a reference;
 * the page then claims no success.
 */
export function getThankYouAddress(
  reference: string | undefined,
  { lostFiles }: { lostFiles?: string | undefined },
): string {
  if (!reference) return '/thank-you';
  return `/thank-you?reference=${reference}${lostFiles ? `&${withoutFilesParameter}` : ''}`;
}
