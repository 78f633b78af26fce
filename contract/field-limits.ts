// What pages need of the forms before any is used: no schema, so that a page that is only read loads no validator.

/** Characters a field may hold; the text itself is stored as typed. */
export const fieldLimits = {
  name: 120,
  /** Longest address that SMTP can carry in a path (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
  email: 254,
  message: 5_000,
  company: 120,
  contactNumber: 40,
  countryCode: 6,
  pathName: 512,
  place: 120,
  slug: 200,
} as const;

/** How many interests an enquiry may name. */
export const interestLimit = 50;

/** A same-site path kept as the source of a message (readings, "Address parameters"); anything else counts as none. */
export function sourcePath(value: string | null | undefined): string | undefined {
  const isPath = value != null && value.length < fieldLimits.pathName && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  return isPath ? value : undefined;
}
