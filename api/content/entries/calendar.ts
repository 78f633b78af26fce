import { eq, type SQL, sql } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import type { CompanyContext } from '../../context.ts';
import { drafts, entries, entryStates, revisions } from '../../db/index.ts';
import { stateVersionSql } from '../drafts/list.ts';
import { createShownRevisionIdSql, isEnabledAt } from './visibility.ts';

/** Returns SQL for the id of the revision of an entry that visitors saw or will see at a moment; null if none. */
function createRevisionQuery(moment: SQL): SQL {
  // The alias lets the conditions of visibility read a state of an entry.
  return sql`(select ${createShownRevisionIdSql(moment)} from ${entryStates} as "entries"
    where entry_id = moments.entry_id and since <= ${moment} and until > ${moment} and ${isEnabledAt(moment)})`;
}

/**
 * Returns what visitors see appear, change and disappear on some days, in the order of time: the moments at which the
 * conditions of visibility show another revision than just before. Days are those of the company's time zone.
 */
export async function listCalendarItems(
  ctx: CompanyContext,
  { from, days }: { from: string; days: number },
): Promise<{ items: CalendarItem[] }> {
  const zone = ctx.company.timeZone;
  const start = sql`(${from}::timestamp at time zone ${zone})`;
  const end = sql`((${from}::timestamp + make_interval(days => ${days}::int)) at time zone ${zone})`;
  const { rows } = await ctx.db.execute<Omit<CalendarItem, 'path'> & { slug: string }>(sql`
    with moments as (
      select distinct entry_id, at
      from ${entryStates} cross join lateral (values (since), (published_at), (next_at), (withdrawn_at)) as change (at)
      where at >= ${start} and at < ${end} and at >= since and at < until),
    changes as (
      select entry_id, at, ${createRevisionQuery(sql`at`)} as after, ${createRevisionQuery(sql`(at - interval '1 microsecond')`)} as before
      from moments)
    select ${entries.id}::int as id, ${stateVersionSql} as version, ${entries.type} as type, ${entries.slug} as slug, shown.title,
      case
        when before is null then case when at > now() then 'SCHEDULED' else 'PUBLISHED' end
        when after is null then case when at > now() then 'WITHDRAWAL' else 'WITHDRAWN' end
        else 'NEXT_TEXT' end as kind,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day
    from changes
    join ${entries} on ${entries.id} = changes.entry_id
    join ${revisions} as shown on shown.id = coalesce(after, before)
    left join ${drafts} on ${eq(drafts.entryId, entries.id)}
    where before is distinct from after
    order by changes.at, ${entries.id}`);
  return { items: rows.map(({ slug, ...item }) => ({ ...item, path: getEntryPath(item.type, slug) })) };
}
