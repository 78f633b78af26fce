import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { reopenForVisitor } from '../inbox/record-act.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { guessableMessageId } from './find-thread.ts';

/**
 * Marks the sent mails that a report names as not delivered, with the reason of the mail server. A message whose answer
 * did not arrive opens again. Returns the id of the message, or null if the report names no mail of this site. The
 * Message-ID of an automatic mail can be guessed, so it counts only with the recipient of that mail.
 */
export async function markUndelivered({ db }: Context, report: DeliveryReport): Promise<number | null> {
  if (report.messageIds.length === 0) return null;
  const isRecipient = eq(sql`lower(${outbox.recipient})`, report.recipient.toLowerCase());
  const marked = await db
    .update(outbox)
    .set({ undeliveredAt: sql`now()`, undeliveredReason: report.reason })
    .where(
      and(
        inArray(outbox.messageId, report.messageIds),
        isNotNull(outbox.sentAt),
        or(not(sql`starts_with(${outbox.messageId}, ${guessableMessageId})`), isRecipient),
      ),
    )
    .returning({ submissionId: outbox.submissionId, fromName: outbox.fromName });
  const answered = marked.find(({ fromName, submissionId }) => fromName !== null && submissionId !== null);
  if (answered?.submissionId) await reopenForVisitor({ db }, answered.submissionId);
  return marked.find(({ submissionId }) => submissionId !== null)?.submissionId ?? null;
}
