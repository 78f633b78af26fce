import { sql } from 'drizzle-orm';
import type { CalendarItem } from '../../contract/studio/shapes.ts';
import type { CompanyContext } from '../context.ts';
import { drafts } from '../db/studio-tables.ts';
import { entries, revisions } from '../db/tables.ts';

/**
 * Returns what appears, changes and disappears in a month (`2026-11`), in the order of time. Days and the month are
 * those of the company's time zone.
 */
export async function listCalendarItems(
  ctx: CompanyContext,
  { month }: { month: string },
): Promise<{ items: CalendarItem[] }> {
  const zone = ctx.company.timeZone;
  const start = sql`(${`${month}-01`}::timestamp at time zone ${zone})`;
  const end = sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone ${zone})`;
  const { rows } = await ctx.db.execute<CalendarItem & Record<string, unknown>>(sql`
    select ${entries.id}::int as id, ${entries.type} as type,
      coalesce(${drafts.content} ->> 'title', ${revisions.title}, '') as title, event.kind,
      to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      to_char(event.at at time zone ${zone}, 'YYYY-MM-DD') as day
    from ${entries}
    cross join lateral (values
      (case when ${entries.publishedAt} > now() then 'SCHEDULED' else 'PUBLISHED' end, ${entries.publishedAt}),
      ('NEXT_TEXT', ${entries.nextAt}),
      (case when ${entries.withdrawnAt} > now() then 'WITHDRAWAL' else 'WITHDRAWN' end, ${entries.withdrawnAt})) as event (kind, at)
    left join ${drafts} on ${drafts.entryId} = ${entries.id}
    left join ${revisions} on ${revisions.id} = coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})
    where event.at >= ${start} and event.at < ${end}
    order by event.at, ${entries.id}, event.kind`);
  return { items: rows };
}
