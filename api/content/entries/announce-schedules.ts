import { sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { acts, entries, getRunKey, sharedValues, webhooks } from '../../db/index.ts';
import { recordEntryEvent } from '../acts.ts';

/** The name of the shared value that says up to which moment schedules were announced. */
const announcedUntil = getRunKey('announcing schedules');

/** How long a moment may be searched again, so that not every look writes. */
const mostRepeated = sql`interval '10 seconds'`;

/**
 * Records an event for each publication, text and withdrawal that was scheduled and took effect since the last call, if
 * a webhook asks for them. What an act did at once is no schedule: its moment is that of the act. After a pause, the
 * schedules of seven days are found. Returns how many took effect.
 */
export async function announceDueSchedules({ db }: Context): Promise<number> {
  const { rows: asking } = await db.execute<{ since: string | null }>(
    sql`select min(created_at)::text as since from ${webhooks} where disabled_at is null and 'entry.live' = any(events)`,
  );
  const { since = null } = asking[0] ?? {};
  if (since === null) return 0;
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into ${sharedValues} (name, value) values (${announcedUntil}, now()::text) on conflict do nothing`,
    );
    const { rows: marks } = await tx.execute<{ mark: string; isOld: boolean }>(sql`
      select greatest(value::timestamptz, now() - interval '7 days', ${since}::timestamptz)::text as mark,
        value::timestamptz < now() - ${mostRepeated} as "isOld"
      from ${sharedValues} where name = ${announcedUntil} for update`);
    const { rows: due } = await tx.execute<{ id: string; type: EntryType; slug: string }>(sql`
      select distinct ${entries.id}, ${entries.type}, ${entries.slug} from ${entries}
      cross join lateral (values (${entries.publishedAt}), (${entries.nextAt}), (${entries.withdrawnAt})) as change (at)
      where change.at > ${marks[0]?.mark}::timestamptz and change.at <= now() and not exists (
        select from ${acts} where ${acts.entryId} = ${entries.id}
          and ${acts.doneAt} between change.at - interval '2 seconds' and change.at + interval '2 seconds')
      order by ${entries.id}`);
    for (const { id, type, slug } of due)
      await recordEntryEvent({ db: tx }, 'entry.live', { id: Number(id), type, slug });
    if (due.length > 0 || marks[0]?.isOld)
      await tx.execute(
        sql`update ${sharedValues} set value = greatest(value::timestamptz, now())::text where name = ${announcedUntil}`,
      );
    return due.length;
  });
}
