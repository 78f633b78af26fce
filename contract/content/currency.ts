import { z } from 'zod';

const known = new Set(Intl.supportedValuesOf('currency'));

/** The code of a currency (ISO 4217). */
export const currencyCode = z
  .string()
  .refine((code) => known.has(code), 'must be the code of a currency (ISO 4217), such as EUR or GBP');
