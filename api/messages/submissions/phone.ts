import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Sender } from '../../../contract/forms/form-fields.ts';

/** Returns a telephone number as typed, after its country code; undefined without a number. */
export function formatTypedPhone({
  contactNumber,
  countryCode,
}: Pick<Sender, 'contactNumber' | 'countryCode'>): string | undefined {
  return contactNumber ? [countryCode, contactNumber].filter(Boolean).join(' ') : undefined;
}

type ParseOptions = { defaultCountry?: CountryCode; defaultCallingCode?: string };

/** Returns the parse options for a country code; null where the code is neither a country nor like `+44` or `44`. */
function getParseOptions(countryCode: string): ParseOptions | null {
  if (countryCode === '') return {};
  if (/^[A-Za-z]{2}$/.test(countryCode)) {
    const defaultCountry = countryCode.toUpperCase();
    return isSupportedCountry(defaultCountry) ? { defaultCountry } : null;
  }
  const [, defaultCallingCode] = /^\+?([1-9]\d{0,2})$/.exec(countryCode) ?? [];
  return defaultCallingCode ? { defaultCallingCode } : null;
}

/**
 * Returns a telephone number as E.164; null where number and country code are not valid together. `countryCode` is
 * `+44`, `44` or `GB`. Never throws: the typed text is stored anyway, so an odd code must not lose the message.
 */
export function toE164(contactNumber: string, countryCode = ''): string | null {
  const options = getParseOptions(countryCode.trim());
  if (!options) return null;
  try {
    const parsed = parsePhoneNumberFromString(contactNumber, options);
    return parsed?.isValid() ? parsed.number : null;
  } catch {
    // The library throws for a calling code without a country.
    return null;
  }
}
