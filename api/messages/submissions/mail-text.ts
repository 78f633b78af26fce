import type { FormSettings } from '../../../contract/content/form-schemas.ts';
import { chooseInbox } from '../../../contract/content/mail-purposes.ts';
import type { MailName } from '../../../contract/content/mail-templates.ts';
import { fillText } from '../../../contract/content/placeholders.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { getSourcePath } from '../../../contract/forms/field-limits.ts';
import type { Sender } from '../../../contract/forms/form-fields.ts';
import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext } from '../../context.ts';
import { formatTypedPhone } from './phone.ts';
import type { NewMail } from './store.ts';

/** The company as mails name it. */
export type MailCompany = CompanyContext['company'] & {
  name: string;
  inbox: string;
  /**
   * To which visitors reply: the operator's address for replies, the one for enquiries, else the one that gets them.
   */
  replyTo: string;
  forms: FormSettings;
};

/** Returns how mails of this moment name the company. */
export async function readCompanyForMails(ctx: CompanyContext): Promise<MailCompany> {
  const {
    company: { name, emails },
    forms,
  } = await readPublishedSettings(ctx);
  const inbox = chooseInbox(ctx.company.inbox, emails);
  return { ...ctx.company, name, inbox, replyTo: ctx.company.replyAddress ?? emails?.enquiries ?? inbox, forms };
}

/** Replaces line breaks and control characters with spaces: a header field is one line (RFC 5322, section 2.2). */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Returns a name or another short text of a visitor as one line, isolated from the sentence of a mail around it. */
export function isolateName(text: string): string {
  return isolateText(toSingleLine(text));
}

/** Scripts without spaces between words, in which a short text can be a whole sentence. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the first word of a name if that word is safe in a mail to the sender, otherwise null. Anyone can send a form
 * with the e-mail address of someone else. One word of letters cannot hold a link, a number or a sentence.
 */
export function findSafeFirstName(name: string): string | null {
  const [word = ''] = name.trim().split(/\s/u, 1);
  const isWord = /^\p{L}(?:\p{M}{0,3}\p{L})*\p{M}{0,3}(?:[-'’]\p{L}(?:\p{M}{0,3}\p{L})*\p{M}{0,3})?$/u.test(word);
  return isWord && word.length <= (unspacedScript.test(word) ? 4 : 24) ? word : null;
}

/** Returns the first line of a mail to a visitor. */
export function composeGreeting(
  { greeting, greetingWithoutName }: Pick<FormSettings['mails'], 'greeting' | 'greetingWithoutName'>,
  name: string,
): string {
  const known = findSafeFirstName(name);
  return known ? fillText(greeting, { name: isolateName(known) }) : greetingWithoutName;
}

/** Whom a mail is for, and its text as the setting `forms` words it. */
interface VisitorMail {
  mail: MailName;
  visitor: { name: string; email: string };
  company: MailCompany;
  /** Values of the placeholders, without those that every mail has from its company. */
  values: { reference: string } & Record<string, string>;
  /** Paragraphs after the text: about files, or what a person of the company says. */
  addition?: string | undefined;
}

/**
 * Composes a mail to a visitor: greeting, text and closing. The address may belong to someone else, so `values` must
 * not contain what a visitor typed.
 */
export function composeVisitorMail({ mail, visitor, company, values, addition = '' }: VisitorMail): NewMail {
  const { mails, consultation } = company.forms;
  const all = { company: isolateName(company.name), consultation: consultation.name, ...values };
  const { subject, text } = mails[mail];
  const body = [
    composeGreeting(mails, visitor.name),
    fillText(text, all).trimEnd(),
    addition.trim(),
    fillText(mails.closing, all),
  ];
  return {
    recipient: visitor.email,
    replyTo: company.replyTo,
    subject: fillText(subject, { ...all, company: toSingleLine(company.name) }),
    body: `${body.filter(Boolean).join('\n\n')}\n`,
  };
}

/** Formats details as lines `Name: value`; details without a value are left out. */
export function formatDetails(details: [name: string, value: string | null | undefined][]): string {
  return details
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${isolateName(String(value))}`)
    .join('\n');
}

/** Lists the sender's details, for the mail to the company. */
export function listSenderDetails(form: Sender): [name: string, value: string | undefined][] {
  return [
    ['Name', form.name],
    ['E-mail', form.email],
    ['Company', form.company],
    ['Telephone', formatTypedPhone(form)],
    ['Page', getSourcePath(form.pathName)],
  ];
}
