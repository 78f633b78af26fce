import { sourcePath } from '../../contract/field-limits.ts';
import type { Sender } from '../../contract/form-fields.ts';

/** A header holds one line: whatever breaks a line becomes a space (RFC 5322, section 2.2). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Writes words without blanks between them, so that a short text is a whole sentence. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the first word of a name, which may stand in a mail to its sender; null where that word is no name. Anybody can
 * send a form with another's e-mail address, and one word of letters holds no link, number or sentence.
 */
export function plainName(name: string): string | null {
  const [word = ''] = name.trim().split(/\s/u, 1);
  const isWord = /^\p{L}(?:\p{M}{0,3}\p{L})*\p{M}{0,3}(?:[-'’]\p{L}(?:\p{M}{0,3}\p{L})*\p{M}{0,3})?$/u.test(word);
  return isWord && word.length <= (unspacedScript.test(word) ? 4 : 24) ? word : null;
}

/** Returns the first line of a mail to a visitor. */
export function greeting(name: string): string {
  const known = plainName(name);
  return known ? `Hello ${known},` : 'Hello,';
}

/** The last paragraph of every receipt: its address may be somebody else's. */
export const notYouNote =
  'If you did not send us anything, somebody gave your address by mistake. You need not do anything.';

/** `Name: value` on a line each; what has no value has no line. */
export function detailLines(details: [name: string, value: string | null | undefined][]): string {
  return details
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${oneLine(String(value))}`)
    .join('\n');
}

/** Who sent a form, for the company's mail about it. */
export function senderDetails(form: Sender): [name: string, value: string | undefined][] {
  return [
    ['Name', form.name],
    ['E-mail', form.email],
    ['Company', form.company],
    ['Telephone', [form.countryCode, form.contactNumber].filter(Boolean).join(' ')],
    ['Page', sourcePath(form.pathName)],
  ];
}
