import type { ClientBase } from 'pg';

/** The channel on which the database notifies of content changes, see migration 0010. */
export const contentChangeChannel = 'content_changed';

/**
 * The delays until the next scheduled changes: for each entry type, until an entry appears or disappears, for the cache
 * tag `team`, until somebody leaves, and for `day`, until midnight.
 */
export interface NextScheduledChanges {
  /**
   * The database's time of this answer. Pass the value as `since` next time, so that no change is missed between two
   * answers.
   */
  asked: string;
  /** Milliseconds until the change by the database's clock; 0 or less if its time has passed since `since`. */
  waits: { type: string; wait: number }[];
}

const text = `
  select now()::text as asked, type, extract(epoch from moment - now())::float8 * 1000 as wait
  from (select coalesce($1::timestamptz, now()) as since) as given, lateral (
    select type::text, least(
      (select published_at from entries where type = kind.type and published_at > since order by published_at limit 1),
      (select withdrawn_at from entries where type = kind.type and withdrawn_at > since order by withdrawn_at limit 1),
      (select next_at from entries where type = kind.type and next_at > since order by next_at limit 1)
    ) from unnest(enum_range(null::entry_type)) as kind (type)
    union all select 'team', (
      select left_on from team_members where left_on::timestamp at time zone $2 > since order by left_on limit 1
    )::timestamp at time zone $2
    union all select 'day', ((since at time zone $2)::date + 1)::timestamp at time zone $2
  ) as due (type, moment)`;

/** Finds the next change of each type after `since` (null: now). Days are those of a time zone. */
export async function findNextScheduledChanges(
  client: ClientBase,
  since: string | null,
  timeZone: string,
): Promise<NextScheduledChanges> {
  const { rows } = await client.query<{ asked: string; type: string; wait: number | null }>({
    name: 'next-due',
    text,
    values: [since, timeZone],
  });
  const waits = rows.flatMap(({ type, wait }) => (wait === null ? [] : [{ type, wait }]));
  return { asked: rows[0]?.asked ?? '', waits };
}
