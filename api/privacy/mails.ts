import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import type { PersonalPlace } from './personal-place.ts';
import { isSentBy } from './submissions.ts';

/** A pattern for the address as a word of its own: `a@example.org` is not found in `aa@example.org`. */
function asWord(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}@_]/gu, '\\$&');
  return `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}

/**
 * Mails to the address, for answers to it, about what it sent, and those of no submission that name it. A mail about what
 * somebody else sent is that person's, also where it names the address.
 */
function concerns(db: Context['db'], email: string): SQL | undefined {
  const sent = db.select({ id: submissions.id }).from(submissions).where(isSentBy(email));
  return or(
    sql`lower(${outbox.recipient}) = lower(${email})`,
    sql`lower(${outbox.replyTo}) = lower(${email})`,
    inArray(outbox.submissionId, sent),
    sql`${outbox.submissionId} is null and concat_ws(' ', ${outbox.subject}, ${outbox.body}) ~* ${asWord(email)}`,
  );
}

/** Mails queued, given up and sent. */
export const mailsPlace: PersonalPlace = {
  table: 'outbox',
  find: ({ db }: Context, email) => db.select().from(outbox).where(concerns(db, email)).orderBy(outbox.id),
  erase: async ({ db }: Context, email) => (await db.delete(outbox).where(concerns(db, email))).rowCount ?? 0,
};
