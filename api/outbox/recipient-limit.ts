import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';
import { isWaiting } from './waiting.ts';

/** How many mails one recipient is sent at most. Anybody can type another's address into a form. */
export const mailsPerHour = 3;
export const mailsPerDay = 10;

/** An address in the spelling by which mails are counted: without regard to case, and to what follows a plus sign. */
function recipientKey(address: SQL | typeof outbox.recipient): SQL {
  return sql`lower(regexp_replace(${address}, '\\+[^@]*@', '@'))`;
}

/**
 * Reserves the recipient of a mail until the end of the transaction; as an expression of a query, true where no other
 * transaction has done so. The company's own inbox needs no reservation.
 */
export function reserveRecipient(recipient: SQL, inbox: string): SQL<boolean> {
  return sql<boolean>`(lower(${recipient}) = lower(${inbox}::text)
    or pg_try_advisory_xact_lock(hashtextextended('mail to ' || ${recipientKey(recipient)}, 0)))`;
}

/**
 * Postpones all mails that are due to a recipient who has been sent as many as the limit, until one may be sent; returns
 * whether it did. The recipient must be reserved by an earlier statement, so that this one sees what was sent until then.
 */
export async function postponeOverLimit({ db }: Context, recipient: string): Promise<boolean> {
  const key = recipientKey(sql`${recipient}::text`);
  // Mails that left as one share their moment.
  const { rows } = await db.execute<{ free_at: string | null }>(sql`
    with sent as (
      select distinct sent_at from ${outbox}
      where ${recipientKey(outbox.recipient)} = ${key} and sent_at > now() - interval '1 day'
      order by sent_at desc limit ${mailsPerDay}
    ), free as (
      select greatest(
        (select sent_at + interval '1 hour' from sent order by sent_at desc offset ${mailsPerHour - 1} limit 1),
        (select sent_at + interval '1 day' from sent order by sent_at desc offset ${mailsPerDay - 1} limit 1)
      ) as free_at
    )
    select free_at from free where free_at > now()`);
  const freeAt = rows[0]?.free_at;
  if (!freeAt) return false;
  await db.execute(sql`
    update ${outbox} set postponed = true, due_at = ${freeAt}::timestamptz
    where id in (
      select id from ${outbox}
      where ${recipientKey(outbox.recipient)} = ${key} and ${isWaiting} and due_at <= ${freeAt}::timestamptz
      for update skip locked
    )`);
  return true;
}
