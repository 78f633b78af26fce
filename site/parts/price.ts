import type { SiteSettings } from '../settings.ts';

/** Returns the currency of a price that may name its own: else the company's. */
export function getCurrency({ company }: Pick<SiteSettings, 'company'>, own?: string): string {
  return own ?? company.currency ?? 'EUR';
}

// Creating a format takes far longer than using it.
const priceFormats = new Map<string, Intl.NumberFormat>();

function getPriceFormat(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = priceFormats.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat('en-GB-u-nu-latn', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  });
  priceFormats.set(key, created);
  return created;
}

/** Formats a price, without decimals if it is whole: `(1450, 'EUR')` → `€1,450`, `(408.333, 'EUR')` → `€408.33`. */
export function formatPrice(value: number, currency: string): string {
  return getPriceFormat(currency, Number.isInteger(value) ? 0 : 2).format(value);
}
