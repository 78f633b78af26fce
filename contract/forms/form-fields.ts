import * as z from 'zod/mini';
import { formatCount } from '../content/number-text.ts';
import { isEmail } from './email.ts';
import { fieldLimits } from './field-limits.ts';
import { uploadLimits } from './uploads.ts';

// Fields that the form schemas share, for browser and server. zod/mini, because the browser loads this module.

function createTextField(limit: number) {
  return z.string().check(
    z.maxLength(limit, { error: () => `Use at most ${formatCount(limit, 'character')}.` }),
    z.refine((value) => !value.includes('\0'), 'Remove the null character.'),
  );
}

/** Returns a schema for a required text; `missing` is the message where it is absent. */
export function createRequiredTextField(limit: number, missing: string) {
  return createTextField(limit).check(z.refine((value) => value.trim() !== '', missing));
}

export function createOptionalTextField(limit: number) {
  return z.optional(createTextField(limit));
}

/**
 * Signals that a form adds to the visitor's input (`site/parts/form-guard.tsx`). They never refuse a form; they make a
 * message suspicious, see `api/messages/submissions/suspicion.ts`.
 */
const guardFields = {
  /** A hidden field, also for screen readers; only programs fill it in. */
  homepage: createOptionalTextField(2_000),
  /** Milliseconds from hydration to submission, measured in the browser; absent without JavaScript. */
  fillTime: createOptionalTextField(20),
};

/** The sender's details and page; the same in every form. */
export const senderFields = {
  name: createRequiredTextField(fieldLimits.name, 'Please tell us your name.'),
  email: z.string().check(z.refine(isEmail, 'Please enter an e-mail address such as name@example.org.')),
  company: createOptionalTextField(fieldLimits.company),
  contactNumber: createOptionalTextField(fieldLimits.contactNumber),
  countryCode: createOptionalTextField(fieldLimits.countryCode),
  pathName: createOptionalTextField(fieldLimits.pathName),
  ...guardFields,
  /** The solved challenge of an answer 429 as JSON; the form then counts towards a limit of its own. */
  proof: createOptionalTextField(2_000),
  /** The idempotency key: a repeated submission is stored once. */
  key: z.uuid('This form has expired. Reload the page; your browser keeps what you typed.'),
};

const token = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokens = new RegExp(`^${token}(?:,${token}){0,${uploadLimits.files - 1}}$`);

/** The fields for files; every form with files includes them. */
export const attachmentFields = {
  /** Tokens of uploaded files, separated by commas. */
  files: z.optional(z.string().check(z.regex(tokens, 'We could not read the list of files. Choose them again.'))),
  /** Names of files that could not be stored and are missing from the form. */
  lostFiles: createOptionalTextField(uploadLimits.files * (uploadLimits.nameLength + 2)),
};

export type Sender = z.infer<z.ZodMiniObject<typeof senderFields>>;
