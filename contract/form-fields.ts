import * as z from 'zod/mini';
import { isEmail } from './email.ts';
import { fieldLimits } from './field-limits.ts';
import { uploadLimits } from './uploads.ts';

// What the forms' schemas are made of. Browser and server check by the same; zod/mini because it reaches the browser.

function fits(limit: number) {
  return z.string().check(
    z.maxLength(limit, { error: () => `At most ${limit.toLocaleString('en-GB')} characters fit here.` }),
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

/**
 * What a form tells beside what a person typed (`site/parts/form-guard.tsx`). None of it refuses anything: it makes a
 * message suspicious, see `api/submissions/suspicion.ts`.
 */
export const guardFields = {
  /** A field that people neither see nor hear of; whoever fills it in is a program. */
  homepage: optionalText(2_000),
  /** Milliseconds from the page's coming alive to its sending, measured in the browser; absent without JavaScript. */
  fillTime: optionalText(20),
};

/** Who sends a form, how to reach them, and from which page; the same in every form. */
export const senderFields = {
  name: text(fieldLimits.name, 'Please tell us your name.'),
  email: z.string().check(z.refine(isEmail, 'Please give an e-mail address such as name@example.org.')),
  company: optionalText(fieldLimits.company),
  contactNumber: optionalText(fieldLimits.contactNumber),
  countryCode: optionalText(fieldLimits.countryCode),
  pathName: optionalText(fieldLimits.pathName),
  ...guardFields,
  /** A solved challenge of an answer 429 as JSON, which counts this form apart from others of its network. */
  proof: optionalText(2_000),
  /** The idempotency key: makes the same submission sent twice one. */
  key: z.uuid('The form has lost its key. Please reload the page; your browser keeps what you typed.'),
};

const token = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokens = new RegExp(`^${token}(?:,${token}){0,${uploadLimits.files - 1}}$`);

/** The files that go with a form; every form that takes some spreads these into its schema. */
export const attachmentFields = {
  /** Tokens of uploaded files, a comma between. */
  files: z.optional(z.string().check(z.regex(tokens, 'The list of files is broken. Please choose the files again.'))),
  /** Names of files that could not be stored and that the form goes without. */
  lostFiles: optionalText(uploadLimits.files * (uploadLimits.nameLength + 2)),
};

export type Attachments = z.infer<z.ZodMiniObject<typeof attachmentFields>>;

export type Sender = z.infer<z.ZodMiniObject<typeof senderFields>>;
