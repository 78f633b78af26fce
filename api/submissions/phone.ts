import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/**
 * A telephone number as E.164, from what was typed and a country as `+44`, `44` or `GB`; null where the two make no
 * valid number. What was typed is stored beside it in any case.
 */
export function toE164(contactNumber: string, countryCode = ''): string | null {
  const country = countryCode.trim().toUpperCase();
  const isRegion = isSupportedCountry(country as CountryCode);
  const calling = isRegion ? getCountryCallingCode(country as CountryCode) : country.replace(/^\+/, '');
  const parsed = isRegion
    ? parsePhoneNumberFromString(contactNumber, country as CountryCode)
    : parsePhoneNumberFromString(contactNumber, /^\d{1,3}$/.test(calling) ? { defaultCallingCode: calling } : {});
  return parsed?.isValid() ? parsed.number : null;
}
