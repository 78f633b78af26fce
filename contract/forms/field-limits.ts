// Limits of form fields, without schemas, so that a page whose form is not used loads no validator.

/** Maximum characters of a field. A longer text is refused, never shortened. */
export const fieldLimits = {
  name: 120,
  /** Longest address that SMTP can carry in a path (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
  email: 254,
  message: 5_000,
  company: 120,
  contactNumber: 40,
  countryCode: 6,
  /** A source page has fewer characters (docs/specification.md, "Address parameters"). */
  pathName: 512,
  place: 120,
  slug: 200,
} as const;

/** Maximum number of interests of an enquiry. */
export const interestLimit = 50;

/**
 * Returns the path of a message's source page (docs/specification.md, "Address parameters"); undefined for any other
 * text.
 */
export function getSourcePath(value: string | null | undefined): string | undefined {
  const isPath = value != null && value.length < fieldLimits.pathName && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  return isPath ? value : undefined;
}
