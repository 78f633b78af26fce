import { count, isNotNull } from 'drizzle-orm';
import type { Database } from '../../api/db/connect.ts';
import { outbox, submissions } from '../../api/db/tables.ts';
import type { ReceivedMail } from '../../testing/mail-server.ts';
import type { AcknowledgedMessage } from './visitors.ts';

export interface DeliveryResult {
  stored: number;
  /** Acknowledged submissions whose row is missing or has another reference. */
  lost: number;
  /** The number of superfluous rows. */
  duplicates: number;
  /** Submissions with both mails delivered: to the sender and to the company. */
  delivered: number;
  mails: number;
  deliveredTwice: number;
  deliveredMoreOften: number;
  dead: number;
  mostAttempts: number;
}

/** Returns the header fields of a mail, and its text without soft line breaks. */
function parseMail({ raw, to }: ReceivedMail): { id: string; to: string; text: string } {
  const [, id = ''] = /^Message-ID: (\S+)/im.exec(raw) ?? [];
  return { id, to: to[0] ?? '', text: raw.replaceAll('=\r\n', '') };
}

export function countMails(received: ReceivedMail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mail of received) {
    const { id } = parseMail(mail);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Compares what visitors were told with what is stored and what was delivered. */
export async function checkDelivery(
  db: Database,
  acknowledged: AcknowledgedMessage[],
  received: ReceivedMail[],
): Promise<DeliveryResult> {
  const rows = await db.select({ key: submissions.idempotencyKey, reference: submissions.reference }).from(submissions);
  const byKey = new Map(rows.map(({ key, reference }) => [key, reference]));

  const arrived = new Map<string, Set<'sender' | 'company'>>();
  for (const mail of received.map(parseMail)) {
    const [reference = ''] =
      /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/.exec(mail.text.slice(mail.text.indexOf('Subject:'))) ?? [];
    const role = mail.to.startsWith('visitor-') ? 'sender' : 'company';
    arrived.set(reference, (arrived.get(reference) ?? new Set()).add(role));
  }

  const counts = [...countMails(received).values()];
  const [dead] = await db.select({ count: count() }).from(outbox).where(isNotNull(outbox.deadAt));
  const mails = await db.select({ attempts: outbox.attempts }).from(outbox);
  return {
    stored: rows.length,
    lost: acknowledged.filter(({ key, reference }) => byKey.get(key) !== reference).length,
    duplicates: rows.length - byKey.size + Math.max(0, rows.length - acknowledged.length),
    delivered: acknowledged.filter(({ reference }) => arrived.get(reference)?.size === 2).length,
    mails: counts.length,
    deliveredTwice: counts.filter((times) => times === 2).length,
    deliveredMoreOften: counts.filter((times) => times > 2).length,
    dead: dead?.count ?? 0,
    mostAttempts: Math.max(0, ...mails.map(({ attempts }) => attempts)),
  };
}
