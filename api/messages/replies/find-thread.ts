import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, replies, submissions } from '../../db/index.ts';
import type { IncomingMail } from './read-mail.ts';

/** A reference as `createReference` makes it, anywhere in a subject. */
const reference = /(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![0-9A-Z])/g;

/** The beginning of the Message-IDs of automatic mails, which have a number that a stranger can guess. */
export const guessableMessageId = '<outbox-';

type Answering = Pick<IncomingMail, 'inReplyTo' | 'referenceIds' | 'subject' | 'from'>;

/**
 * Returns the id of the message that a mail answers; null if this is uncertain. A reply to an answer from the inbox
 * names the random Message-ID of that answer, so any sender is accepted. A reference in the subject, and the Message-ID
 * of an automatic mail, can be guessed: they count only if the sender's address is stored with the message. For a
 * message that was merged into another one, the id of the other is returned.
 */
export async function findThread({ db }: Context, mail: Answering): Promise<number | null> {
  const ids = [...new Set([mail.inReplyTo, ...mail.referenceIds.toReversed()])].flatMap((id) => id ?? []);
  const references = [...new Set(mail.subject.toUpperCase().match(reference))].slice(0, 5);
  if (ids.length === 0 && references.length === 0) return null;
  const isKnown = (address: typeof outbox.recipient | typeof submissions.email | typeof replies.fromAddress) =>
    sql`(${mail.from.address} <> '' and lower(${address}) = lower(${mail.from.address}))`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as (
      select ${outbox.submissionId} as id, 0 as kind, array_position(${sql.param(ids)}::text[], ${outbox.messageId}) as place
      from ${outbox} join ${submissions} on ${submissions.id} = ${outbox.submissionId}
      where ${outbox.messageId} = any(${sql.param(ids)}::text[])
        and (not starts_with(${outbox.messageId}, ${guessableMessageId}) or ${isKnown(outbox.recipient)} and ${isKnown(submissions.email)})
      union all
      select ${replies.submissionId}, 1, array_position(${sql.param(ids)}::text[], ${replies.messageId})
      from ${replies}
      where ${replies.messageId} = any(${sql.param(ids)}::text[]) and ${replies.submissionId} is not null and ${isKnown(replies.fromAddress)}
      union all
      select ${submissions.id}, 2, array_position(${sql.param(references)}::text[], ${submissions.reference})
      from ${submissions}
      where ${submissions.reference} = any(${sql.param(references)}::text[])
        and (${isKnown(submissions.email)} or exists (
          select from ${outbox} where ${outbox.submissionId} = ${submissions.id} and ${outbox.fromName} is not null and ${isKnown(outbox.recipient)}))
    )
    select coalesce(root.id, named.id) as id from found
    join ${submissions} as named on named.id = found.id
    left join ${submissions} as root on root.id = named.merged_into
    order by found.kind, found.place limit 1`);
  const [row] = rows;
  return row ? Number(row.id) : null;
}
