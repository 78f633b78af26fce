import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { isAnswerSql, isMailWaitingSql } from './mail-state.ts';

/** How many mails one recipient gets at most. Anyone can type someone else's address into a form. */
const maxMailsPerHour = 3;
const maxMailsPerDay = 10;

/**
 * Returns SQL for the key by which an address is counted: lower case, without a suffix after a plus sign, and without
 * the dots that Gmail ignores.
 */
function createRecipientKeySql(address: SQL | typeof outbox.recipient): SQL {
  const ignored = '\\+[^@]*(?=@)|\\.(?=[^@]*@(?:gmail|googlemail)\\.com$)|(?<=@g)oogle(?=mail\\.com$)';
  // Not a parameter, because the index has the same text.
  return sql`regexp_replace(lower(${address}), ${sql.raw(`'${ignored}'`)}, '', 'g')`;
}

/**
 * Returns an SQL expression that reserves a recipient until the end of the transaction: true where no other transaction
 * has reserved the recipient. The company's inbox needs no reservation.
 */
export function reserveRecipientSql(recipient: SQL, inbox: string): SQL<boolean> {
  return sql<boolean>`(lower(${recipient}) = lower(${inbox}::text)
    or pg_try_advisory_xact_lock(hashtextextended('mail to ' || ${createRecipientKeySql(recipient)}, 0)))`;
}

/**
 * Postpones all due mails of the site to a recipient at the limit until one may be sent; returns whether it did.
 * Answers of people count, but are not postponed. Advisers have no limit: each booking is a mail to them. Reserve the
 * recipient in an earlier statement, so that this statement sees all mails sent before.
 */
export async function postponeMailsOverLimit({ db }: Context, recipient: string): Promise<boolean> {
  const key = createRecipientKeySql(sql`${recipient}::text`);
  // Merged mails share one timestamp.
  const { rows } = await db.execute<{ free_at: string | null }>(sql`
    with sent as (
      select distinct sent_at from ${outbox}
      where ${createRecipientKeySql(outbox.recipient)} = ${key} and sent_at > now() - interval '1 day'
      order by sent_at desc limit ${maxMailsPerDay}
    ), free as (
      select greatest(
        (select sent_at + interval '1 hour' from sent order by sent_at desc offset ${maxMailsPerHour - 1} limit 1),
        (select sent_at + interval '1 day' from sent order by sent_at desc offset ${maxMailsPerDay - 1} limit 1)
      ) as free_at
    )
    select free_at from free where free_at > now()
      and not exists (select from consultation_advisers where lower(email) = lower(${recipient}::text))`);
  const freeAt = rows[0]?.free_at;
  if (!freeAt) return false;
  await db.execute(sql`
    update ${outbox} set postponed = true, due_at = ${freeAt}::timestamptz
    where id in (
      select id from ${outbox}
      where ${createRecipientKeySql(outbox.recipient)} = ${key} and ${isMailWaitingSql}
        and not (${isAnswerSql}) and due_at <= ${freeAt}::timestamptz
      for update skip locked
    )`);
  return true;
}
