import { sql } from 'drizzle-orm';
import type { OtherPerson, Presence } from '../../../contract/studio/presence.ts';
import { stateVersionSql } from '../../content/index.ts';
import type { Context } from '../../context.ts';
import { drafts, entries, presences, sessions, users } from '../../db/index.ts';
import { isLiveSession } from '../sessions/find.ts';
import { isPresent } from './enter.ts';

/**
 * Confirms that pages are still open, and returns for each the other people who have the same entry or message open,
 * sorted by name, and the version of the entry. A page whose session has ended is missing. Sessions are not prolonged.
 */
export async function refreshPresences({ db }: Context, ids: readonly string[]): Promise<Map<string, Presence>> {
  const { rows } = await db.execute<{ id: string; people: OtherPerson[] | null; version: string | null }>(sql`
    with confirmed as (
      update ${presences} set seen_at = now()
      from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      where ${presences.id} = any(${sql.param(ids)}::uuid[]) and ${sessions.id} = ${presences.sessionId}
        and ${isLiveSession} and ${users.disabledAt} is null
      returning ${presences.id}, ${presences.entryId}, ${presences.submissionId}, ${sessions.userId}
    )
    select confirmed.id, (
      select jsonb_agg(jsonb_build_object('name', name, 'isWriting', is_writing) order by name) from (
        select ${users.name} as name, bool_or(${presences.isWriting}) as is_writing from ${presences}
        join ${sessions} on ${sessions.id} = ${presences.sessionId}
        join ${users} on ${users.id} = ${sessions.userId}
        where (${presences.entryId} = confirmed.entry_id or ${presences.submissionId} = confirmed.submission_id)
          and ${users.id} <> confirmed.user_id and ${isPresent} and ${isLiveSession} and ${users.disabledAt} is null
        group by ${users.id}
      ) other
    ) as people, (
      select ${stateVersionSql} from ${entries} left join ${drafts} on ${drafts.entryId} = ${entries.id}
      where ${entries.id} = confirmed.entry_id
    ) as version from confirmed`);
  return new Map(rows.map(({ id, people, version }) => [id, { people: people ?? [], version }]));
}

/** Returns the people other than a user who have a message open, for pages without JavaScript. */
export async function listPresentPeople({ db }: Context, submissionId: number, userId: number): Promise<OtherPerson[]> {
  const { rows } = await db.execute<{ name: string; is_writing: boolean }>(sql`
    select ${users.name} as name, bool_or(${presences.isWriting}) as is_writing from ${presences}
    join ${sessions} on ${sessions.id} = ${presences.sessionId}
    join ${users} on ${users.id} = ${sessions.userId}
    where ${presences.submissionId} = ${submissionId} and ${users.id} <> ${userId}
      and ${isPresent} and ${isLiveSession} and ${users.disabledAt} is null
    group by ${users.id} order by ${users.name}`);
  return rows.map(({ name, is_writing }) => ({ name, isWriting: is_writing }));
}
