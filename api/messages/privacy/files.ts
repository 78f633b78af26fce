import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { files, replies, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';
import { createPersonalRepliesSql } from './replies.ts';
import { isSentBy } from './submissions.ts';

function createPersonalFilesSql(db: Context['db'], email: string): SQL {
  const sent = db.select({ id: submissions.id }).from(submissions).where(isSentBy(email));
  const answered = db.select({ id: replies.id }).from(replies).where(createPersonalRepliesSql(db, email));
  return or(inArray(files.submissionId, sent), inArray(files.replyId, answered)) as SQL;
}

/** Lists the files of the address's submissions and mails, without their bytes. */
export function listPersonalFiles({ db }: Context, email: string): Promise<(typeof files.$inferSelect)[]> {
  return db.select().from(files).where(createPersonalFilesSql(db, email)).orderBy(files.token);
}

/**
 * The files of the address's submissions and mails. A file store has no transactions, so erasing marks the rows as
 * unlinked. The next `removeUnlinkedFiles` deletes the bytes, even after a crash.
 */
export const personalFiles: PersonalTable = {
  table: 'files',
  find: listPersonalFiles,
  erase: async ({ db }: Context, email) => {
    const unused = { submissionId: null, replyId: null, name: '', createdAt: sql`to_timestamp(0)` };
    return (await db.update(files).set(unused).where(createPersonalFilesSql(db, email))).rowCount ?? 0;
  },
};
