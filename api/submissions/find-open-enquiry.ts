import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';

export interface EnquirySender {
  /** The enquiry that asks; never its own answer. */
  id: number;
  email: string;
  /** E.164, or null where none was given. */
  phone: string | null;
  subject: string;
}

/**
 * The open enquiry of the same person, by e-mail without regard to case or by number, about the same subject; null where
 * there is none. Inside a transaction: enquiries of one person are taken one after another until it ends, so that of two
 * at once the second finds the first (readings, "The API").
 */
export async function findOpenEnquiry(
  { db }: Context,
  { id, email, phone, subject }: EnquirySender,
): Promise<{ id: number; reference: string } | null> {
  // In one order for everybody, so that no two wait for each other.
  await db.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('enquiry of ' || who, 0) as key
      from unnest(array[lower(${email}::text), ${phone}::text]) as who where who is not null order by key
    ) keys`);
  const [found] = await db
    .select({ id: submissions.id, reference: submissions.reference })
    .from(submissions)
    .where(
      sql`${submissions.kind} = 'ENQUIRY' and ${submissions.id} <> ${id} and ${submissions.subject} = ${subject}
        and (lower(${submissions.email}) = lower(${email}::text) or ${submissions.phone} = ${phone}::text)
        and ${submissions.closedAt} is null and ${submissions.quarantinedFor} is null and ${submissions.mergedInto} is null`,
    )
    .orderBy(submissions.id)
    .limit(1);
  return found ?? null;
}
