// Facts about form fields that pages need before a form is used. Without schemas, so that reading a page loads no
// validator.

/** Maximum characters of a field; the text itself is stored as typed. */
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

/** Maximum number of interests of an enquiry. */
export const interestLimit = 50;

/** A same-site path kept as the source of a message (readings, "Address parameters"); anything else counts as none. */
export function sourcePath(value: string | null | undefined): string | undefined {
  const isPath = value != null && value.length < fieldLimits.pathName && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  return isPath ? value : undefined;
}
