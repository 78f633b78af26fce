import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { replies, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';
import { isSentBy } from './submissions.ts';

/** Matches mails that the address sent, and those in its messages. */
export function createPersonalRepliesSql(db: Context['db'], email: string): SQL {
  const sent = db.select({ id: submissions.id }).from(submissions).where(isSentBy(email));
  return or(sql`lower(${replies.fromAddress}) = lower(${email})`, inArray(replies.submissionId, sent)) as SQL;
}

/** The mails that came back from the address, with and without a message. */
export const personalReplies: PersonalTable = {
  table: 'replies',
  find: ({ db }: Context, email) =>
    db.select().from(replies).where(createPersonalRepliesSql(db, email)).orderBy(replies.id),
  erase: async ({ db }: Context, email) =>
    (await db.delete(replies).where(createPersonalRepliesSql(db, email))).rowCount ?? 0,
};
