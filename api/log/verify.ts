import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { logRecords } from '../db/index.ts';
import { hashRecord, type LogHead, readNotedHead, sealLog } from './seal.ts';

export interface LogVerification {
  head: LogHead;
  /** Records that were read. */
  count: number;
  /** The first record that is kept, where older ones were removed as the retention says; else 1. */
  first: number;
  /** One sentence for each change; none if nothing was changed. */
  problems: string[];
}

type Row = typeof logRecords.$inferSelect & { number: number };

/** Records that are in memory at once, and records that do not fit and are looked at together. */
const batch = 2_000;
const suspectLimit = 500;

const getHash = ({ hash }: Row) => hash?.toString('hex') ?? '';

/** Returns the sealed records up to a number, in their order. */
async function* readRecords({ db }: Context, last: number): AsyncGenerator<Row> {
  const { number } = logRecords;
  for (let after = -1; ; ) {
    const rows = await db
      .select()
      .from(logRecords)
      .where(and(isNotNull(number), gt(number, after), lte(number, last)))
      .orderBy(asc(number))
      .limit(batch);
    yield* rows as Row[];
    if (rows.length < batch) return;
    after = (rows.at(-1) as Row).number;
  }
}

/** A record that does not follow the one before it. */
interface Suspect {
  row: Row;
  /** The hash of the record before it, as it is stored. */
  previous: string;
}

/**
 * Says what happened to records that do not fit. A moved record fits at another number than its own. Of a record that
 * fits nowhere the values or the hash were changed.
 */
function explainSuspects(suspects: readonly Suspect[]): string[] {
  /** The hashes that a record before another one may have had. */
  const before = new Map<number, string[]>();
  const found: string[] = [];
  for (const { row, previous } of suspects) {
    const { number } = row;
    const hashes = before.get(number - 1) ?? [previous];
    const fits = (other: Row) => hashes.some((hash) => hashRecord(hash, number, other) === getHash(other));
    const original = suspects.find((other) => fits(other.row))?.row;
    before.set(
      number,
      original ? [getHash(original)] : [getHash(row), ...hashes.map((hash) => hashRecord(hash, number, row))],
    );
    if (!original) found.push(`Record ${number} was changed.`);
    else if (original !== row) found.push(`Record ${original.number} was record ${number}, and was moved.`);
  }
  return found;
}

/** Returns up to which record older ones were removed as the retention says. */
async function readCut({ db }: Context): Promise<LogHead> {
  const { kind, facts } = logRecords;
  const [last] = await db
    .select({ facts })
    .from(logRecords)
    .where(eq(kind, 'system.CUT'))
    .orderBy(sql`(${facts} ->> 'number')::bigint desc`)
    .limit(1);
  return { number: Number(last?.facts.number ?? 0), hash: String(last?.facts.hash ?? '') };
}

/** Names the records that are missing before one. */
function describeGap(from: number, to: number): string {
  return from === to ? `Record ${from} was removed.` : `Records ${from} to ${to} were removed.`;
}

/**
 * Reads the whole log and computes every hash anew. What the seals noted, and `expected`, which are heads that were
 * noted elsewhere, show records that were removed from the end, and a log that was written anew.
 */
export async function verifyLog(ctx: Context, expected: readonly LogHead[] = []): Promise<LogVerification> {
  const head = await sealLog(ctx);
  const problems: string[] = [];
  const suspects: Suspect[] = [];
  const noted = [await readNotedHead(ctx), ...expected];
  // Of the records that were removed as the retention says, some may still be there.
  const cut = await readCut(ctx);
  let [count, first] = [0, head.number + 1];
  let last: { number: number; hash: string | null } = { number: 0, hash: '' };
  for await (const row of readRecords(ctx, head.number)) {
    const { number } = row;
    if (count === 0) first = number;
    count += 1;
    if (count === 1 && number > 1 && number <= cut.number + 1)
      last = { number: number - 1, hash: number === cut.number + 1 ? cut.hash : null };
    if (number > last.number + 1) {
      problems.push(describeGap(last.number + 1, number - 1));
      last = { number: number - 1, hash: null };
    }
    const fits = last.hash === null || hashRecord(last.hash, number, row) === getHash(row);
    if (!fits && suspects.length < suspectLimit) suspects.push({ row, previous: last.hash as string });
    if (noted.some((each) => each.number === number && each.hash !== getHash(row)))
      problems.push(`Record ${number} is another than the one that was noted.`);
    last = { number, hash: getHash(row) };
  }
  problems.push(...explainSuspects(suspects));
  if (suspects.length === suspectLimit) problems.push('Further records do not fit. They are not listed.');
  const longest = Math.max(...noted.map((each) => each.number));
  if (longest > head.number)
    problems.push(
      `${describeGap(head.number + 1, longest)} ${longest === head.number + 1 ? 'It was the last one.' : 'They were the last ones.'}`,
    );
  return { head, count, first, problems };
}
