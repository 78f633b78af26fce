import { and, desc, eq, isNull } from 'drizzle-orm';
import type { LastAct } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { acts, users } from '../../db/index.ts';

/** Returns the last act on an entry; null if it cannot be undone. `version` is the present version of the entry. */
export async function findLastAct({ db }: Context, entryId: number, version: number): Promise<LastAct | null> {
  const [act] = await db
    .select({ id: acts.id, kind: acts.kind, doneAt: acts.doneAt, doneBy: users.name })
    .from(acts)
    .leftJoin(users, eq(users.id, acts.doneBy))
    .where(and(eq(acts.entryId, entryId), eq(acts.version, version), isNull(acts.undoneAt)))
    .orderBy(desc(acts.id))
    .limit(1);
  return act ? { ...act, doneAt: act.doneAt.toISOString() } : null;
}
