import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { files, submissions } from '../db/tables.ts';
import type { PersonalPlace } from './personal-place.ts';
import { isSentBy } from './submissions.ts';

function belongsTo(db: Context['db'], email: string): SQL {
  return inArray(files.submissionId, db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)));
}

/** The files that came with what the address sent, without their bytes. */
export function listPersonalFiles({ db }: Context, email: string): Promise<(typeof files.$inferSelect)[]> {
  return db.select().from(files).where(belongsTo(db, email)).orderBy(files.token);
}

/**
 * Files that came with what the address sent. A store knows no transaction: erasing makes them unused at once, and their
 * bytes go with the next `removeUnlinkedFiles`, whatever happens in between.
 */
export const filesPlace: PersonalPlace = {
  table: 'files',
  find: listPersonalFiles,
  erase: async ({ db }: Context, email) => {
    const unused = { submissionId: null, name: '', createdAt: sql`to_timestamp(0)` };
    return (await db.update(files).set(unused).where(belongsTo(db, email))).rowCount ?? 0;
  },
};
