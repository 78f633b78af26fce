import { sourcePath } from '../../contract/field-limits.ts';
import type { Sender } from '../../contract/form-fields.ts';

/** A header holds one line: whatever breaks a line becomes a space (RFC 5322, section 2.2). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

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
