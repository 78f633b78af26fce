import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { presences, sessions, users } from '../../db/index.ts';
import { isLiveSession } from '../sessions/find.ts';
import { isPresent } from './enter.ts';

/**
 * Confirms that pages still show their entries, and returns for each the names of the other people who have the same
 * entry open, sorted. A page whose session has ended is missing. Sessions are not prolonged.
 */
export async function refreshPresences({ db }: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; others: string[] }>(sql`
    with confirmed as (
      update ${presences} set seen_at = now()
      from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      where ${presences.id} = any(${sql.param(ids)}::uuid[]) and ${sessions.id} = ${presences.sessionId}
        and ${isLiveSession} and ${users.disabledAt} is null
      returning ${presences.id}, ${presences.entryId}, ${sessions.userId}
    )
    select confirmed.id, array(
      select distinct ${users.name} from ${presences}
      join ${sessions} on ${sessions.id} = ${presences.sessionId}
      join ${users} on ${users.id} = ${sessions.userId}
      where ${presences.entryId} = confirmed.entry_id and ${users.id} <> confirmed.user_id
        and ${isPresent} and ${isLiveSession} and ${users.disabledAt} is null
      order by ${users.name}
    ) as others from confirmed`);
  return new Map(rows.map(({ id, others }) => [id, others]));
}
