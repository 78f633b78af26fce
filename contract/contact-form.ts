import * as z from 'zod/mini';
import { emailLimit, isEmail } from './email.ts';

// Browser and server check forms by the same schema; zod/mini because it reaches the browser.

/** Characters a field may hold; the text itself is stored as typed. */
export const fieldLimits = {
  name: 120,
  email: emailLimit,
  message: 5_000,
  company: 120,
  contactNumber: 40,
  countryCode: 6,
  pathName: 512,
} as const;

function text(limit: number, missing: string) {
  return z.string().check(
    z.refine((value) => value.trim() !== '', missing),
    z.maxLength(limit, `At most ${limit} characters fit here.`),
    z.refine((value) => !value.includes('\0'), 'This holds a character that no text may hold (NUL).'),
  );
}

function optionalText(limit: number) {
  return z.optional(
    z.string().check(
      z.maxLength(limit, `At most ${limit} characters fit here.`),
      z.refine((value) => !value.includes('\0'), 'This holds a character that no text may hold (NUL).'),
    ),
  );
}

/** A same-site path kept as the source of a message (readings, "Address parameters"); anything else counts as none. */
export function sourcePath(value: string | null | undefined): string | undefined {
  const isPath = value != null && value.length < fieldLimits.pathName && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  return isPath ? value : undefined;
}

/** The contact form: name, e-mail and message are needed; `key` makes the same submission sent twice one. */
export const contactForm = z.strictObject({
  name: text(fieldLimits.name, 'Please tell us your name.'),
  email: z.string().check(z.refine(isEmail, 'Please give an e-mail address such as name@example.org.')),
  message: text(fieldLimits.message, 'Please write your message.'),
  company: optionalText(fieldLimits.company),
  contactNumber: optionalText(fieldLimits.contactNumber),
  countryCode: optionalText(fieldLimits.countryCode),
  pathName: optionalText(fieldLimits.pathName),
  key: z.uuid('The form has lost its key. Please reload the page; your browser keeps what you typed.'),
});

export type ContactForm = z.infer<typeof contactForm>;
