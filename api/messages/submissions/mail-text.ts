import type { FormSettings } from '../../../contract/content/form-schemas.ts';
import { toSentenceStart } from '../../../contract/content/list-settings.ts';
import { chooseInbox } from '../../../contract/content/mail-purposes.ts';
import { type MailName, mailTemplates } from '../../../contract/content/mail-templates.ts';
import { fillParagraphs, fillText } from '../../../contract/content/placeholders.ts';
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
   * The `Reply-To` address of mails to visitors: the operator's address for replies, else the company's address for
   * enquiries, else the address that receives the messages of visitors.
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
 * with the e-mail address of someone else. One word of letters cannot hold a link, a number or a sentence. In scripts
 * without spaces the family name comes first, so the whole name is one word there.
 */
export function findSafeFirstName(name: string): string | null {
  const [first = ''] = name.trim().split(/\s/u, 1);
  const word = unspacedScript.test(first) ? name.replace(/\s/gu, '') : first;
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

/** What a mail is about, and its text as the setting `forms` words it. */
interface MailFields {
  mail: MailName;
  visitor: { name: string; email: string };
  company: MailCompany;
  /** Values of the placeholders, without those that every mail has from its company. */
  values: { reference: string } & Record<string, string>;
  /** Paragraphs after the text of a mail to the visitor: about files, or what a person of the company says. */
  addition?: string | undefined;
}

/**
 * Composes a mail to the visitor, whose replies go to the company, or to the company, whose replies go to the visitor.
 * The address of a visitor may belong to someone else, so `values` of such a mail must not contain what was typed.
 */
export function composeMail({ mail, visitor, company, values, addition = '' }: MailFields): NewMail {
  const { mails, consultation } = company.forms;
  const { to } = mailTemplates[mail];
  const isToCompany = to === 'company';
  const all = {
    company: isolateName(company.name),
    consultation: consultation.name,
    ...(isToCompany && { name: isolateName(visitor.name) }),
    ...values,
  };
  const { subject, text } = mails[mail];
  const paragraphs = fillParagraphs(text, all);
  const framed = [composeGreeting(mails, visitor.name), paragraphs, addition.trim(), fillText(mails.closing, all)];
  return {
    recipient: isToCompany ? company.inbox : visitor.email,
    replyTo: isToCompany ? visitor.email || null : company.replyTo,
    subject: toSentenceStart(toSingleLine(fillText(subject, { ...all, company: company.name }))),
    body: `${to === 'visitor' ? framed.filter(Boolean).join('\n\n') : paragraphs}\n`,
  };
}

/** A form that was sent, and the names of its two mails. */
interface SentForm extends Omit<MailFields, 'mail' | 'visitor'> {
  form: Sender & { message?: string | undefined };
  receipt: MailName;
  notice: MailName;
  /** Values for the mail to the company alone: they can hold what was typed. */
  details: [name: string, value: string | null | undefined][];
  noticeValues?: Record<string, string>;
}

/** Composes the two mails about a form: the receipt of the visitor, and what was sent for the company. */
export function composeFormMails(sent: SentForm): NewMail[] {
  const { form, receipt, notice, company, values, addition, details, noticeValues } = sent;
  const typed = { details: formatDetails([...listSenderDetails(form), ...details]), message: form.message ?? '' };
  return [
    composeMail({ mail: receipt, visitor: form, company, values, addition }),
    composeMail({ mail: notice, visitor: form, company, values: { ...values, ...typed, ...noticeValues } }),
  ];
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
