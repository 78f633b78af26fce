import { createHash } from 'node:crypto';
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { cleanLine, cleanLines, cutText } from './clean-text.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { replyLimits } from './limits.ts';

/** The values of the header fields of a mail by their names in lower case, in the order of the mail. */
type MailHeaders = ReadonlyMap<string, readonly string[]>;

const noticeFields = ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-auto-response-suppress'];
const listFields = ['list-id', 'list-unsubscribe', 'list-post'];

const quote = (name: string, value: string) => `${name}: ${cleanLine(value, 60)}`;

/**
 * Returns why a mail was not written by a person, in words; null if nothing says so. Such a mail opens no message and
 * gets no answer (RFC 3834), so that two programs never answer each other.
 */
function findAutomaticReason(headers: MailHeaders): string | null {
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

/** What the mail server of a recipient reports about a mail that this site sent (RFC 3464). */
export interface DeliveryReport {
  recipient: string;
  /** In words of the mail server, such as `550 5.1.1 no such user`. */
  reason: string;
  /** Message-IDs of the mail, if the report contains its head. */
  messageIds: string[];
}

/** The beginning of a part that is read: fields are short. */
const headLength = 64 * 1024;

/** Returns the groups of fields of a text: each group ends with an empty line, a folded line continues a field. */
function readFieldGroups(text: string): Map<string, string>[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n{2,}/).map((group) => {
    const fields = new Map<string, string>();
    for (const line of group.split('\n')) {
      const [, name, value] = /^([!-9;-~]{1,80}):(.*)$/.exec(line) ?? [];
      if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), (value ?? '').trim());
    }
    return fields;
  });
}

/** Returns a value without its type: `rfc822; ada@example.org` or `smtp; 550 no such user`. */
const readTyped = (value: string | undefined) => cleanLine((value ?? '').replace(/^[^;]{0,40};/, ''), 400);

/** Returns the Message-IDs of a header field, with their angle brackets. */
function readMessageIds(value: string | undefined): string[] {
  return [...new Set((value ?? '').slice(0, headLength).match(/<[^<>\s\p{Cc}]{1,400}>/gu) ?? [])];
}

/** A part of a mail: its media type and its bytes. */
interface MailPart {
  mimeType: string;
  bytes: Uint8Array;
}

/** Returns the failed deliveries that the parts of a mail report. A delay or a success is none. */
function readDeliveryReports(parts: readonly MailPart[]): DeliveryReport[] {
  const readHead = ({ bytes }: MailPart) => Buffer.from(bytes.subarray(0, headLength)).toString('utf8');
  const status = parts.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (!status) return [];
  const original = parts.find(({ mimeType }) => /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/.test(mimeType));
  const messageIds = original ? readMessageIds(readFieldGroups(readHead(original))[0]?.get('message-id')) : [];
  return readFieldGroups(readHead(status)).flatMap((fields) => {
    if (fields.get('action')?.toLowerCase() !== 'failed') return [];
    const recipient = readTyped(fields.get('original-recipient') ?? fields.get('final-recipient'));
    const diagnostic = readTyped(fields.get('diagnostic-code'));
    const reason = diagnostic || `status ${cleanLine(fields.get('status') ?? 'unknown', 40)}`;
    return [{ recipient, reason, messageIds }];
  });
}

export interface MailFile {
  /** As the sender named it, not cleaned. */
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** A mail that came back, safe to store and to show. */
export interface IncomingMail {
  /** With angle brackets; made from the content for a mail without one. */
  messageId: string;
  /** Hash of what the sender wrote, to tell a second copy of a mail from another mail with the same Message-ID. */
  contentSha256: string;
  inReplyTo: string | null;
  referenceIds: string[];
  from: { name: string; address: string };
  subject: string;
  text: string;
  /** Bytes of the mail as it arrived. */
  size: number;
  /** Why a person did not write it; null if one did. */
  automaticReason: string | null;
  /** What was left out, in words. */
  leftOut: string[];
  reports: DeliveryReport[];
  files: MailFile[];
}

/** The most Message-IDs of former mails that are read; the first and the last ones say what a mail answers. */
const maxReferences = 50;

function readReferences(value: string | undefined): string[] {
  const ids = readMessageIds(value);
  return ids.length <= maxReferences ? ids : [...ids.slice(0, 5), ...ids.slice(5 - maxReferences)];
}

function readHeaders({ headers }: Email): MailHeaders {
  const read = new Map<string, string[]>();
  for (const { key, value } of headers) read.set(key, [...(read.get(key) ?? []), value]);
  return read;
}

/** Returns the one sender of a mail. An address that is none, or a list of several, is empty. */
function readSender(headers: MailHeaders): IncomingMail['from'] {
  const [from] = headers.get('from') ?? [];
  const [sender] = addressParser((from ?? '').slice(0, 2_000), { flatten: true });
  const address = cleanLine(sender?.address ?? '', 254);
  return {
    name: cleanLine(sender?.name ?? '', 200),
    address: /^[^\s@<>"]{1,64}@[^\s@<>"]{1,253}$/u.test(address) ? address : '',
  };
}

/** Returns the text for people: the plain part, else the words of the HTML part. */
function readText({ text, html }: Email, leftOut: string[]): string {
  if (text?.trim() || !html) return text ?? '';
  if (html.length > replyLimits.htmlLength) leftOut.push('The end of its text: it is longer than this site stores.');
  try {
    return convertHtmlToText(html.slice(0, replyLimits.htmlLength));
  } catch {
    // Such as elements that are nested too deep for the parser.
    leftOut.push('Its text: it is HTML that cannot be read. Read it in the mailbox.');
    return '';
  }
}

/** Media types of parts that are no files: reports of mail servers, and signatures. */
const noFiles = /^(?:message\/(?:global-)?delivery-status|text\/rfc822-headers|application\/(?:pgp|pkcs7)-signature)$/;

function listFiles({ attachments }: Email, isReport: boolean): MailFile[] {
  return attachments.flatMap(({ filename, mimeType, content, related }) => {
    const bytes = Buffer.from(content as ArrayBuffer);
    // Pictures inside of HTML are mostly logos in signatures; their places in the text are gone.
    if (noFiles.test(mimeType) || related || (isReport && /^message\//.test(mimeType))) return [];
    return [{ name: filename ?? `unnamed.${mimeType.split('/').at(-1) ?? 'file'}`, mimeType, bytes }];
  });
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

type Content = Pick<IncomingMail, 'from' | 'subject' | 'text' | 'files'>;

/** Hashes what a sender wrote. Servers on the way add header fields, so that copies of a mail differ in them. */
function hashContent({ from, subject, text, files }: Content, date: string | undefined): string {
  const hashes = files.map(({ name, bytes }) => [name, hash(bytes)]);
  return hash(JSON.stringify([from.address.toLowerCase(), date, subject, text, hashes]));
}

/** The head of a mail that is read alone: mail programs write a few kilobytes. */
const headBytes = 64 * 1024;

/** Returns the head of a mail that was not read whole: the fields that say who sent it, and what it answers. */
export function cutHead(raw: Buffer): Buffer {
  const start = raw.subarray(0, headBytes).toString('latin1');
  const [head = ''] = start.split(/\r?\n\r?\n/, 1);
  const known =
    /^(?:from|subject|message-id|in-reply-to|references|date|auto-submitted|precedence|list-id|return-path):/i;
  const fields = head.split(/\r?\n(?![ \t])/).filter((field) => known.test(field) && field.length < 8_192);
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Reads a mail. Everything in it is a stranger's: names and subjects become single lines, texts lose control
 * characters, and parts beyond the limits are left out, which `leftOut` says. Rejects for a mail that is nested too
 * deep or has too many header fields. A hostile mail may take any memory: `parseMail` calls this in a process of its
 * own. `size` is that of the whole mail, of which `raw` may be the head.
 */
export async function readMail(raw: Buffer, size = raw.length, leftOut: string[] = []): Promise<IncomingMail> {
  const email = await PostalMime.parse(raw, {
    maxNestingDepth: 50,
    maxHeadersSize: 256 * 1024,
    maxRfc822NestingDepth: 2,
  });
  const headers = readHeaders(email);
  const first = (name: string) => headers.get(name)?.[0];
  const parts = email.attachments.map(({ mimeType, content }) => ({
    mimeType,
    bytes: new Uint8Array(content as ArrayBuffer),
  }));
  const reports = readDeliveryReports(parts);
  const whole = readText(email, leftOut);
  const cleaned = cleanLines(cutText(whole, replyLimits.textLength * 2));
  const text = cutText(cleaned, replyLimits.textLength);
  if (whole.length > replyLimits.textLength * 2 || text.length < cleaned.length)
    leftOut.push('The end of its text: it is longer than this site stores.');
  const content = {
    from: readSender(headers),
    subject: cleanLine(email.subject ?? '', 300),
    text,
    files: listFiles(email, reports.length > 0),
  };
  const contentSha256 = hashContent(content, `${first('date') ?? ''} ${size === raw.length ? '' : size}`);
  return {
    ...content,
    contentSha256,
    messageId: readMessageIds(first('message-id'))[0] ?? `<${contentSha256}@no-message-id.invalid>`,
    inReplyTo: readMessageIds(first('in-reply-to'))[0] ?? null,
    referenceIds: readReferences(first('references')),
    size,
    automaticReason: findAutomaticReason(headers),
    leftOut: [...new Set(leftOut)],
    reports,
  };
}
