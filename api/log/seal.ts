import { createHash } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { LogFacts } from '../../contract/studio/log-kinds.ts';
import type { Context } from '../context.ts';
import { advisoryLockKeys, logRecords, readSharedValue, storeSharedValue } from '../db/index.ts';

/** The last sealed record. Who knows it can tell later whether a record up to it was changed, removed or moved. */
export interface LogHead {
  /** 0 where the log is empty. */
  number: number;
  /** SHA-256 in hexadecimal digits; empty where the log is empty. */
  hash: string;
}

/** The values of a record that its hash covers. */
export interface SealedValues {
  id: number;
  kind: string;
  doneAt: Date;
  doneBy: number | null;
  subjectType: string | null;
  subjectId: string | null;
  facts: LogFacts;
}

/** Returns the text of a record that is hashed: a JSON array without spaces, with the facts sorted by their names. */
export function serializeRecord(previousHash: string, number: number, record: SealedValues): string {
  const { id, kind, doneAt, doneBy, subjectType, subjectId, facts } = record;
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([previousHash, number, id, doneAt.toISOString(), kind, doneBy, subjectType, subjectId, sorted]);
}

/** Returns the hash of a record, which covers the hash of the former record, and so all records before it. */
export function hashRecord(previousHash: string, number: number, record: SealedValues): string {
  return createHash('sha256')
    .update(serializeRecord(previousHash, number, record))
    .digest('hex');
}

/** Records that one transaction seals. */
const batch = 1_000;

/** Returns the last sealed record, or the last one that matches a condition. */
export async function readSealedRecord({ db }: Context, condition?: SQL): Promise<LogHead> {
  const { number, hash } = logRecords;
  const [last] = await db
    .select({ number, hash })
    .from(logRecords)
    .where(and(isNotNull(number), condition))
    .orderBy(desc(number))
    .limit(1);
  return { number: last?.number ?? 0, hash: last?.hash?.toString('hex') ?? '' };
}

/** The name of the stored value that holds the last number and hash beside the records. */
const headKey = 'log_head';

/** Returns the number and hash of the last sealed record as kept in `shared_values`, apart from the records. */
export async function readNotedHead(ctx: Context): Promise<LogHead> {
  const [number, hash = ''] = (await readSharedValue(ctx, headKey))?.split(':') ?? [];
  return { number: Number(number ?? 0), hash };
}

async function sealBatch({ db }: Context): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.logSeal})`);
  const [last, noted] = [await readSealedRecord({ db }), await readNotedHead({ db })];
  const found = await readSealedRecord({ db }, eq(logRecords.number, noted.number));
  // If the noted record is missing or changed, the note stays, so that a verification still finds the loss.
  const isWhole = found.hash === noted.hash;
  let { number, hash } = noted.number > last.number ? noted : last;
  const rows = await db.select().from(logRecords).where(isNull(logRecords.number)).orderBy(logRecords.id).limit(batch);
  const sealed = rows.map((row) => {
    number += 1;
    hash = hashRecord(hash, number, row);
    return { id: row.id, number, hash };
  });
  if (sealed.length > 0)
    await db.execute(sql`
      update log_records set number = sealed.number, hash = decode(sealed.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as sealed (id bigint, number bigint, hash text)
      where log_records.id = sealed.id`);
  if (sealed.length > 0 && isWhole) await storeSharedValue({ db }, headKey, `${number}:${hash}`);
  return sealed.length;
}

/**
 * Numbers and hashes the records of committed transactions, in the order of their ids, and returns the last one. One
 * server does so at a time. Called every second, and before the log is read.
 */
export async function sealLog({ db }: Context): Promise<LogHead> {
  const unsealed = await db.select({ id: logRecords.id }).from(logRecords).where(isNull(logRecords.number)).limit(1);
  if (unsealed.length > 0) while ((await db.transaction((tx) => sealBatch({ db: tx }))) === batch);
  return readSealedRecord({ db });
}
