import { and, gte, isNotNull, lte, min, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { logRecords } from '../db/index.ts';
import { recordToLog } from './record.ts';
import { readSealedRecord, sealLog } from './seal.ts';

/**
 * Removes the records that are older than the log is kept; without `months` it is kept for ever. A record says up to
 * which number, and with which hash, so that a verification can go on from there. Returns how many were removed.
 */
export async function cutLog(ctx: Context, months: number | undefined): Promise<number> {
  if (months === undefined) return 0;
  const head = await sealLog(ctx);
  const { number, doneAt } = logRecords;
  const isKept = gte(doneAt, sql`now() - make_interval(months => ${months})`);
  const [kept] = await ctx.db
    .select({ first: min(number) })
    .from(logRecords)
    .where(and(isKept, isNotNull(number)));
  const last = await readSealedRecord(ctx, lte(number, (kept?.first ?? head.number + 1) - 1));
  if (last.number === 0) return 0;
  return ctx.db.transaction(async (tx) => {
    await recordToLog({ db: tx }, { kind: 'system.CUT', by: null, facts: { ...last } });
    return (await tx.delete(logRecords).where(lte(number, last.number))).rowCount ?? 0;
  });
}
