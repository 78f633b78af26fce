import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { consultations, messageActs, submissions } from '../../db/index.ts';
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

function createPersonalActsSql(db: Context['db'], email: string): SQL {
  return inArray(messageActs.submissionId, db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)));
}

function createPersonalConsultationsSql(db: Context['db'], email: string): SQL {
  return inArray(
    consultations.submissionId,
    db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)),
  );
}

/** What was done with the messages of the address, with the notes about them. */
export const personalMessageActs: PersonalTable = {
  table: 'message_acts',
  find: ({ db }: Context, email) =>
    db.select().from(messageActs).where(createPersonalActsSql(db, email)).orderBy(messageActs.id),
  erase: async ({ db }: Context, email) =>
    (await db.delete(messageActs).where(createPersonalActsSql(db, email))).rowCount ?? 0,
};

/** The times that the address booked. Erasing a booking frees its time. */
export const personalConsultations: PersonalTable = {
  table: 'consultations',
  find: ({ db }: Context, email) =>
    db.select().from(consultations).where(createPersonalConsultationsSql(db, email)).orderBy(consultations.createdAt),
  erase: async ({ db }: Context, email) =>
    (await db.delete(consultations).where(createPersonalConsultationsSql(db, email))).rowCount ?? 0,
};
