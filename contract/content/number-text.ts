// Created on first use, so that pages without numbers do not pay for it.
let numberFormat: Intl.NumberFormat | undefined;

/** Formats a number as `1,234,567` or `-1,234.5`, whatever the reader's locale (specification, section 5). */
export function formatNumber(value: number): string {
  numberFormat ??= new Intl.NumberFormat('en-GB-u-nu-latn', { maximumFractionDigits: 20 });
  // Adding 0 turns -0 into 0.
  return numberFormat.format(value + 0);
}

/** Formats a number of things: `1 page`, `0 pages`, `1,204 entries`. Without `many`, the plural is `one` with an s. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Formats minutes in their largest whole unit: 1,440 becomes `1 day`, 90 stays `90 minutes`. */
export function formatMinutes(minutes: number): string {
  if (minutes % 1_440 === 0 && minutes > 0) return formatCount(minutes / 1_440, 'day');
  return minutes % 60 === 0 && minutes > 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
}
