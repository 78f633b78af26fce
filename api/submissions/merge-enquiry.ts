import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';

export interface EnquirySender {
  /** The enquiry itself, which is never its own duplicate. */
  id: number;
  email: string;
  /** E.164, or null where none was given. */
  phone: string | null;
  subject: string;
}

export interface OpenEnquiries {
  /** Reference of the first open enquiry from the same e-mail address, which its owner may be told; null where there is none. */
  own: string | null;
  /** Reference of the enquiry that this one was added to, for the company alone; null where there is none. */
  into: string | null;
}

/**
 * Adds an enquiry to the open one about the same subject from the same e-mail address, without regard to case, or with the
 * same telephone number (readings, "The API"). Anybody can type another's number, so `own` ignores it and depends on
 * nothing but what the same address sent. Must run inside a transaction: enquiries of one person wait for each other until
 * it ends, so that of two at once the second finds the first.
 */
export async function mergeEnquiry(
  { db }: Context,
  { id, email, phone, subject }: EnquirySender,
): Promise<OpenEnquiries> {
  // In one order for everybody, so that no two wait for each other.
  await db.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('enquiry of ' || who, 0) as key
      from unnest(array[lower(${email}::text), ${phone}::text]) as who where who is not null order by key
    ) keys`);
  // One statement whether there is an open enquiry or not, so that the time it takes tells nothing either. The collation "C"
  // lowers ASCII letters alone: two addresses that only Unicode takes for one may be two people's.
  const { rows } = await db.execute<{ own: string | null; target: string | null }>(sql`
    with open as (
      select id, reference, merged_into, lower(email collate "C") = lower(${email}::text collate "C") as is_own
      from ${submissions}
      where kind = 'ENQUIRY' and id <> ${id} and subject = ${subject} and closed_at is null and quarantined_for is null
        and (lower(email) = lower(${email}::text) or phone = ${phone}::text)
    ), target as (
      select root.id, root.reference from open join ${submissions} root on root.id = coalesce(open.merged_into, open.id)
      where root.closed_at is null and root.quarantined_for is null and root.merged_into is null
      order by root.id limit 1
    )
    update ${submissions} set merged_into = (select id from target) where id = ${id}
    returning (select reference from open where is_own order by id limit 1) as own, (select reference from target) as target`);
  return { own: rows[0]?.own ?? null, into: rows[0]?.target ?? null };
}
