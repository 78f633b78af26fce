/** The query parameter that says that a submission went without its files. */
export const withoutFiles = 'without-files';

/** Where a stored submission leads; the page there says what to do about files that did not arrive. */
export function thankYouAddress(reference: string, { lostFiles }: { lostFiles?: string | undefined }): string {
  return `/thank-you?reference=${reference}${lostFiles ? `&${withoutFiles}` : ''}`;
}
