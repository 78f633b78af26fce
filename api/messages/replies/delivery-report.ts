import { cleanLine } from './clean-text.ts';

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
export function readMessageIds(value: string | undefined): string[] {
  return [...new Set((value ?? '').slice(0, headLength).match(/<[^<>\s\p{Cc}]{1,400}>/gu) ?? [])];
}

/** A part of a mail: its media type and its bytes. */
export interface MailPart {
  mimeType: string;
  bytes: Uint8Array;
}

/** Returns the failed deliveries that the parts of a mail report. A delay or a success is none. */
export function readDeliveryReports(parts: readonly MailPart[]): DeliveryReport[] {
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
