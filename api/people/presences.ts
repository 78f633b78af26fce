import { eq, sql } from 'drizzle-orm';
import { type OtherPerson, type Presence, presenceLimits } from '../../contract/studio/presence.ts';
import { stateVersionSql } from '../content/index.ts';
import type { Actor, Context } from '../context.ts';
import { drafts, entries, presences, sessions, submissions, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { isLiveSession } from './sessions.ts';

/** Condition: a page is still open. A running server confirms this several times in 30 seconds. */
const isPresent = sql`${presences.seenAt} > now() - interval '30 seconds'`;

/** What a page shows: an entry by its id, or a message by its reference. */
export type PresenceSubject = { entryId: number } | { reference: string; isWriting: boolean };

type SubjectColumns = Pick<typeof presences.$inferInsert, 'entryId' | 'submissionId' | 'isWriting'>;

/**
 * Returns the columns that name what a page shows; null if there is no such entry or message. The entry or message
 * cannot be removed before the transaction ends.
 */
async function findSubject({ db }: Context, subject: PresenceSubject): Promise<SubjectColumns | null> {
  if ('entryId' in subject) {
    const [entry] = await db
      .select({ entryId: entries.id })
      .from(entries)
      .where(eq(entries.id, subject.entryId))
      .for('key share');
    return entry ?? null;
  }
  const [message] = await db
    .select({ submissionId: submissions.id })
    .from(submissions)
    .where(eq(submissions.reference, subject.reference.toUpperCase()))
    .for('key share');
  return message ? { ...message, isWriting: subject.isWriting } : null;
}

/**
 * Records that a page of a session shows an entry or a message, and returns the id of this presence. `not_found` for an
 * unknown one, `unauthorized` if the session has just ended, `too_many_requests` if the session, or all sessions
 * together, have too many pages open.
 */
export async function enterPage({ db }: Context, subject: PresenceSubject, { sessionId }: Actor): Promise<string> {
  await db.delete(presences).where(sql`not (${isPresent})`);
  const own = await db.$count(presences, eq(presences.sessionId, sessionId));
  if (own >= presenceLimits.perSession || (await db.$count(presences)) >= presenceLimits.total)
    throw new ApiError('too_many_requests', 'Too many pages are open at the same time. Close some of them.');
  const [entered] = await db.transaction(async (transaction) => {
    const shown = await findSubject({ db: transaction }, subject);
    if (!shown) throw new ApiError('not_found', 'There is nothing to show at this address.');
    const isOfSession = eq(sessions.id, sessionId);
    const [session] = await transaction.select({ id: sessions.id }).from(sessions).where(isOfSession).for('key share');
    if (!session) throw new ApiError('unauthorized', 'The session has ended.');
    return transaction
      .insert(presences)
      .values({ ...shown, sessionId })
      .returning({ id: presences.id });
  });
  if (!entered) throw new Error('The presence was not stored');
  return entered.id;
}

/** Removes a presence, because its page is closed. */
export async function leavePage({ db }: Context, id: string): Promise<void> {
  await db.delete(presences).where(eq(presences.id, id));
}

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
