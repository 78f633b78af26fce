import { and, gte, inArray, isNotNull, lte, min, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { logRecords } from '../db/index.ts';
import { recordToLog } from './record.ts';
import { readSealedRecord, sealLog } from './seal.ts';

/** Records that one statement removes. */
const batch = 5_000;

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
  await recordToLog(ctx, { kind: 'system.CUT', by: null, facts: { ...last } });
  // Sealed before the removal, because its hash follows that of the last removed record.
  await sealLog(ctx);
  for (let removed = 0; ; ) {
    // In parts, because a statement has a time limit. What an interrupted call leaves, the next one removes.
    const part = ctx.db.select({ number }).from(logRecords).where(lte(number, last.number)).limit(batch);
    const { rowCount } = await ctx.db.delete(logRecords).where(inArray(number, part));
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return removed;
  }
}
