import { inArray, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { consultations, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';
import { isSentBy } from './submissions.ts';

function createPersonalConsultationsSql(db: Context['db'], email: string): SQL {
  return inArray(
    consultations.submissionId,
    db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)),
  );
}

/** The times that the address booked. Erasing a booking frees its time. */
export const personalConsultations: PersonalTable = {
  table: 'consultations',
  find: ({ db }: Context, email) =>
    db.select().from(consultations).where(createPersonalConsultationsSql(db, email)).orderBy(consultations.createdAt),
  erase: async ({ db }: Context, email) =>
    (await db.delete(consultations).where(createPersonalConsultationsSql(db, email))).rowCount ?? 0,
};
