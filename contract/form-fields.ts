import * as z from 'zod/mini';
import { isEmail } from './email.ts';
import { fieldLimits } from './field-limits.ts';

export { fieldLimits, sourcePath } from './field-limits.ts';

// What the forms' schemas are made of. Browser and server check by the same; zod/mini because it reaches the browser.

function fits(limit: number) {
  return z.string().check(
    z.maxLength(limit, `At most ${limit} characters fit here.`),
    z.refine((value) => !value.includes('\0'), 'This holds a character that no text may hold (NUL).'),
  );
}

/** A text that must be there; `missing` is said where it is not. */
export function text(limit: number, missing: string) {
  return fits(limit).check(z.refine((value) => value.trim() !== '', missing));
}

export function optionalText(limit: number) {
  return z.optional(fits(limit));
}

/** Who sends a form, how to reach them, and from which page; the same in every form. */
export const senderFields = {
  name: text(fieldLimits.name, 'Please tell us your name.'),
  email: z.string().check(z.refine(isEmail, 'Please give an e-mail address such as name@example.org.')),
  company: optionalText(fieldLimits.company),
  contactNumber: optionalText(fieldLimits.contactNumber),
  countryCode: optionalText(fieldLimits.countryCode),
  pathName: optionalText(fieldLimits.pathName),
  /** The idempotency key: makes the same submission sent twice one. */
  key: z.uuid('The form has lost its key. Please reload the page; your browser keeps what you typed.'),
};

export type Sender = z.infer<z.ZodMiniObject<typeof senderFields>>;
