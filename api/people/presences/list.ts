import { sql } from 'drizzle-orm';
import type { OtherPerson } from '../../../contract/studio/presence.ts';
import type { Context } from '../../context.ts';
import { presences, sessions, users } from '../../db/index.ts';
import { isLiveSession } from '../sessions/find.ts';
import { isPresent } from './enter.ts';

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
