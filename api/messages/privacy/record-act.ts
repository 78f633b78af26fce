import { desc, eq } from 'drizzle-orm';
import type { PrivacyActKind } from '../../../contract/studio/privacy-kinds.ts';
import type { Caller, Context } from '../../context.ts';
import { privacyActs, users } from '../../db/index.ts';
import { toIsoTimes } from '../../iso-times.ts';
import { recordToLog } from '../../log/index.ts';
import { requireActor } from '../../people/index.ts';

/**
 * Records who did what with personal data, with numbers only: the address is named nowhere, not even by a hash. The log
 * holds the act as well. Returns the number of the record.
 */
export async function recordPrivacyAct(
  { db }: Context,
  kind: PrivacyActKind,
  caller: Caller,
  counts: Record<string, number>,
): Promise<number> {
  const doneBy = requireActor(caller).userId;
  return db.transaction(async (tx) => {
    const [act] = await tx.insert(privacyActs).values({ kind, doneBy, counts }).returning({ id: privacyActs.id });
    if (!act) throw new Error('The act was not stored');
    await recordToLog({ db: tx }, { kind: `privacy.${kind}`, by: doneBy, facts: { record: act.id } });
    return act.id;
  });
}

/** Returns one page of the records, the newest first. */
export async function listPrivacyActs({ db }: Context, { page, size }: { page: number; size: number }) {
  const { id, kind, doneAt, counts } = privacyActs;
  const rows = await db
    .select({ id, kind, doneAt, counts, doneBy: users.name })
    .from(privacyActs)
    .leftJoin(users, eq(users.id, privacyActs.doneBy))
    .orderBy(desc(id))
    .limit(size)
    .offset(page * size);
  return { items: rows.map(toIsoTimes), page, size, total: await db.$count(privacyActs) };
}
