import { inArray, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { consultations, submissions } from '../db/tables.ts';
import type { PersonalPlace } from './personal-place.ts';
import { isSentBy } from './submissions.ts';

function belongsTo(db: Context['db'], email: string): SQL {
  return inArray(
    consultations.submissionId,
    db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)),
  );
}

/** Times that the address booked; erased, they are free. */
export const consultationsPlace: PersonalPlace = {
  table: 'consultations',
  find: ({ db }: Context, email) =>
    db.select().from(consultations).where(belongsTo(db, email)).orderBy(consultations.createdAt),
  erase: async ({ db }: Context, email) => (await db.delete(consultations).where(belongsTo(db, email))).rowCount ?? 0,
};
