import { eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import type { PersonalPlace } from './personal-place.ts';

/** Submissions of an address, whatever its case; by the index `submissions_of_sender`. */
export function isSentBy(email: string): SQL {
  return eq(sql`lower(${submissions.email})`, sql`lower(${email})`);
}

/** What the address sent by any form. */
export const submissionsPlace: PersonalPlace = {
  table: 'submissions',
  find: ({ db }: Context, email) => db.select().from(submissions).where(isSentBy(email)).orderBy(submissions.id),
  erase: async ({ db }: Context, email) => (await db.delete(submissions).where(isSentBy(email))).rowCount ?? 0,
};
