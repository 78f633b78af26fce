import type { ImapFlow } from 'imapflow';
import type { FilesContext } from '../../api/context.ts';
import { loopback } from '../../api/http/guard-writes.ts';
import { replyLimits } from '../../api/messages/replies/limits.ts';
import { parseMail } from '../../api/messages/replies/parse-mail.ts';
import { type StoredAs, storeIncomingMail } from '../../api/messages/replies/store-mail.ts';
import { type MailboxPosition, readPosition, storePosition } from './reply-position.ts';

/** Milliseconds. A server that does not answer in this time is tried again later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** The mails that are read at the first run, and after the mailbox was made anew. */
const firstDays = 30;
/** After so many failures with one mail, it stays unread in the mailbox, and the next ones are read. */
const maxFailures = 5;

/**
 * Creates a client of the mailbox in `REPLY_MAILBOX`. Without TLS it connects to this machine only. Servers without a
 * reply mailbox never load the library.
 */
async function createMailboxClient(url: string): Promise<{ client: ImapFlow; folder: string; name: string }> {
  const imap = await import('imapflow');
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const folder = decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX';
  const client = new imap.ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    doSTARTTLS: secure ? undefined : !loopback.test(hostname),
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    // The whole of the largest mail that is read, and the words of the protocol around it.
    maxLiteralSize: replyLimits.mailBytes + 1024,
    maxResponseSize: replyLimits.mailBytes + 1024 * 1024,
    maxLineLength: 1024 * 1024,
    ...timeouts,
  });
  // Each call rejects too; without a listener the event would end the process.
  client.on('error', () => undefined);
  return { client, folder, name: `${user}@${hostname}/${folder}` };
}

/** Returns the reason of a failure, in words of the mail server where it gave some. */
export function describeMailboxError(error: unknown): string {
  const { responseText, message = String(error) } = error as { responseText?: string; message?: string };
  return (responseText || message).slice(0, 300);
}

/** Connects to the mailbox and opens the folder. Returns the reason if that fails, else null. */
export async function verifyReplyMailbox(url: string): Promise<string | null> {
  const { client, folder } = await createMailboxClient(url);
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
    return null;
  } catch (error) {
    return describeMailboxError(error);
  } finally {
    client.close();
  }
}

/** Returns the UIDs of the mails that were not read yet, in their order. */
async function listNewUids(client: ImapFlow, position: MailboxPosition | null, validity: string): Promise<number[]> {
  const since = new Date(Date.now() - firstDays * 86_400_000);
  const isSame = position?.uidValidity === validity;
  const query = isSame ? { uid: `${position.uid + 1}:*` } : position ? { since } : { since, seen: false };
  const found = (await client.search(query, { uid: true })) || [];
  // The range `9:*` contains the last mail also if its UID is below 9 (RFC 3501, section 6.4.8).
  return found.filter((uid) => !isSame || uid > position.uid).sort((a, b) => a - b);
}

/** Fetches a mail, or the head of one above the limit. Returns null if the mail is gone. */
async function fetchMail(client: ImapFlow, uid: number): Promise<{ raw: Buffer; size: number } | null> {
  const listed = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true });
  if (!listed) return null;
  const size = listed.size ?? 0;
  const isWhole = size <= replyLimits.mailBytes;
  const read = await client.fetchOne(String(uid), isWhole ? { source: true } : { headers: true }, { uid: true });
  const raw = read && (isWhole ? read.source : read.headers);
  return raw ? { raw, size: Math.max(size, raw.length) } : null;
}

export type MailboxCounts = { [S in StoredAs | 'gone' | 'failed']?: number };

/**
 * Reads the new mails of the mailbox, up to 60, and stores them. A mail is marked as read after it is stored; nothing
 * is ever deleted or moved. The position is kept with the database: a person who reads a mail in the mailbox first
 * hides nothing, and after a crash the same mail is recognized. Call on one server at a time.
 */
export async function readReplyMailbox(
  ctx: FilesContext,
  url: string,
  ownAddresses: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<MailboxCounts> {
  const { client, folder, name } = await createMailboxClient(url);
  const abort = () => client.close();
  signal.addEventListener('abort', abort, { once: true });
  const counts: MailboxCounts = {};
  const count = (what: keyof MailboxCounts) => (counts[what] = (counts[what] ?? 0) + 1);
  try {
    signal.throwIfAborted();
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen(folder);
    const validity = String(uidValidity);
    const stored = await readPosition(ctx, name);
    const uids = await listNewUids(client, stored, validity);
    let position: MailboxPosition = stored?.uidValidity === validity ? stored : { uidValidity: validity, uid: 0 };
    for (const uid of uids.slice(0, replyLimits.perRun)) {
      signal.throwIfAborted();
      const failures = position.failing?.uid === uid ? position.failing.count : 0;
      const mail = failures < maxFailures ? await fetchMail(client, uid) : null;
      if (mail) {
        try {
          const storedAs = await storeIncomingMail(ctx, await parseMail(mail.raw, mail.size), ownAddresses);
          count(storedAs);
          if (storedAs !== 'left') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
        } catch (error) {
          await storePosition(ctx, name, { ...position, failing: { uid, count: failures + 1 } });
          throw error;
        }
      } else count(failures < maxFailures ? 'gone' : 'failed');
      position = { uidValidity: validity, uid };
      await storePosition(ctx, name, position);
    }
    // Without new mails, the next run begins after those that exist now.
    if (uids.length === 0 && position.uid < uidNext - 1)
      await storePosition(ctx, name, { uidValidity: validity, uid: uidNext - 1 });
    await client.logout();
    return counts;
  } finally {
    signal.removeEventListener('abort', abort);
    client.close();
  }
}
