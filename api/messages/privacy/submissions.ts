import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { consultations, submissions } from '../../db/index.ts';
import type { PersonalTable } from './personal-table.ts';

/** Matches submissions of an address, whatever its case. Uses the index `submissions_of_sender`. */
export function isSentBy(email: string): SQL {
  return eq(sql`lower(${submissions.email})`, sql`lower(${email})`);
}

/** Everything that the address sent by a form. */
export const personalSubmissions: PersonalTable = {
  table: 'submissions',
  find: ({ db }: Context, email) => db.select().from(submissions).where(isSentBy(email)).orderBy(submissions.id),
  erase: async ({ db }: Context, email) => (await db.delete(submissions).where(isSentBy(email))).rowCount ?? 0,
};

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
