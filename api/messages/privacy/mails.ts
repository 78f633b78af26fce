import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';
import { isSentBy } from './submissions.ts';

/** Returns a pattern for the address as a whole word, so that `a@example.org` does not match `aa@example.org`. */
function createWordPattern(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}@_]/gu, '\\$&');
  return `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}

/**
 * Returns a condition for mails to the address, mails with it as the reply address, and mails about its submissions.
 * Mails without a submission also match if they contain the address. A mail about another person's submission belongs
 * to that person, even if it contains the address.
 */
function createPersonalMailsSql(db: Context['db'], email: string): SQL | undefined {
  const sent = db.select({ id: submissions.id }).from(submissions).where(isSentBy(email));
  return or(
    sql`lower(${outbox.recipient}) = lower(${email})`,
    sql`lower(${outbox.replyTo}) = lower(${email})`,
    inArray(outbox.submissionId, sent),
    sql`${outbox.submissionId} is null and concat_ws(' ', ${outbox.subject}, ${outbox.body}) ~* ${createWordPattern(email)}`,
  );
}

/** The mails of the address: queued, failed and sent. */
export const personalMails: PersonalTable = {
  table: 'outbox',
  find: ({ db }: Context, email) =>
    db.select().from(outbox).where(createPersonalMailsSql(db, email)).orderBy(outbox.id),
  erase: async ({ db }: Context, email) =>
    (await db.delete(outbox).where(createPersonalMailsSql(db, email))).rowCount ?? 0,
};
