const format = new Intl.NumberFormat('en-GB-u-nu-latn', { maximumFractionDigits: 20 });

/** `1,234,567` and `-1,234.5` whatever the reader's locale (specification, section 5). */
export function formatNumber(value: number): string {
  // Adding zero makes nothing of a minus before a zero.
  return format.format(value + 0);
}

/** A price without decimals it does not have: `(1450, 'EUR')` → `€1,450`. */
export function formatPrice(value: number, currency: string): string {
  return new Intl.NumberFormat('en-GB-u-nu-latn', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  }).format(value);
}
