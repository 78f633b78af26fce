import { cleanLine } from './clean-text.ts';

/** The values of the header fields of a mail by their names in lower case, in the order of the mail. */
export type MailHeaders = ReadonlyMap<string, readonly string[]>;

const noticeFields = ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-auto-response-suppress'];
const listFields = ['list-id', 'list-unsubscribe', 'list-post'];

const quote = (name: string, value: string) => `${name}: ${cleanLine(value, 60)}`;

/**
 * Returns why a mail was not written by a person, in words; null if nothing says so. Such a mail opens no message and
 * gets no answer (RFC 3834), so that two programs never answer each other.
 */
export function findAutomaticReason(headers: MailHeaders): string | null {
  const first = (name: string) => headers.get(name)?.[0]?.trim();
  const submitted = first('auto-submitted');
  if (submitted && !/^no\b/i.test(submitted))
    return `A program sent it (${quote('Auto-Submitted', submitted)}), such as a notice of absence.`;
  const precedence = first('precedence');
  if (precedence && /^(?:bulk|junk|list|auto[_-]reply)$/i.test(precedence))
    return `It was sent to many people or by a program (${quote('Precedence', precedence)}).`;
  const notice = noticeFields.find((name) => headers.has(name));
  if (notice && !/^none$/i.test(first(notice) ?? '')) return `A program sent it (${notice}).`;
  if (listFields.some((name) => headers.has(name))) return 'It came from a mailing list.';
  if (/^multipart\/report\b/i.test(first('content-type') ?? '')) return 'It is the report of a mail server.';
  if (first('return-path') === '<>') return 'It says that it must not be answered (it has no return path).';
  return null;
}
