import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { files, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';
import { isSentBy } from './submissions.ts';

function createPersonalFilesSql(db: Context['db'], email: string): SQL {
  return inArray(files.submissionId, db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)));
}

/** Lists the files of the address's submissions, without their bytes. */
export function listPersonalFiles({ db }: Context, email: string): Promise<(typeof files.$inferSelect)[]> {
  return db.select().from(files).where(createPersonalFilesSql(db, email)).orderBy(files.token);
}

/**
 * The files of the address's submissions. A file store has no transactions, so erasing marks the rows as unlinked. The
 * next `removeUnlinkedFiles` deletes the bytes, even after a crash.
 */
export const personalFiles: PersonalTable = {
  table: 'files',
  find: listPersonalFiles,
  erase: async ({ db }: Context, email) => {
    const unused = { submissionId: null, name: '', createdAt: sql`to_timestamp(0)` };
    return (await db.update(files).set(unused).where(createPersonalFilesSql(db, email))).rowCount ?? 0;
  },
};
