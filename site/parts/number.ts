// Made when first used: a page without numbers need not wait for it.
let format: Intl.NumberFormat | undefined;

/** `1,234,567` and `-1,234.5` whatever the reader's locale (specification, section 5). */
export function formatNumber(value: number): string {
  format ??= new Intl.NumberFormat('en-GB-u-nu-latn', { maximumFractionDigits: 20 });
  // Adding zero makes nothing of a minus before a zero.
  return format.format(value + 0);
}

// Making a format costs far more than using it.
const priceFormats = new Map<string, Intl.NumberFormat>();

function priceFormat(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = priceFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-GB-u-nu-latn', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  });
  priceFormats.set(key, made);
  return made;
}

/** A price without decimals it does not have: `(1450, 'EUR')` → `€1,450`. */
export function formatPrice(value: number, currency: string): string {
  return priceFormat(currency, Number.isInteger(value) ? 0 : 2).format(value);
}
