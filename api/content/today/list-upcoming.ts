import { eq, sql } from 'drizzle-orm';
import type { UpcomingChange } from '../../../contract/studio/today-operations.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';

/** Returns what visitors see appear, change and disappear in the next seven days, in the order of time. */
export async function listUpcomingChanges({ db }: Context, limit: number): Promise<UpcomingChange[]> {
  const { rows } = await db.execute<UpcomingChange & Record<string, unknown>>(sql`
    select ${entries.id}::int as id, ${entries.type} as type, ${revisions.title} as title, kind,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from ${entries}
    cross join lateral (values
      ('SCHEDULED', ${entries.publishedAt}), ('NEXT_TEXT', ${entries.nextAt}), ('WITHDRAWAL', ${entries.withdrawnAt})
    ) as change (kind, at)
    join ${revisions} on ${eq(revisions.id, sql`coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})`)}
    where at > now() and at < now() + interval '7 days'
    order by change.at, ${entries.id} limit ${limit}`);
  return rows;
}
