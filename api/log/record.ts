import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import {
  type LogArea,
  type LogAreaName,
  type LogFacts,
  type LogKind,
  logAreas,
} from '../../contract/studio/log-kinds.ts';
import type { Context } from '../context.ts';
import { logRecords } from '../db/index.ts';

/** Something that was done, for the log. */
export interface NewLogRecord {
  kind: LogKind;
  /** The id of the user; null: the command line, the server itself, or nobody who is known. */
  by: number | null;
  /** The id of what it was about, as the area of the kind says: of an entry its id, of a message its reference. */
  id?: string | number | null;
  facts?: LogFacts;
}

const actingToken = new AsyncLocalStorage<string>();

/** Runs the call of a program, so that its records name the token, as the fact `token`. */
export const runByToken = <T>(tokenName: string, run: () => T): T => actingToken.run(tokenName, run);

/**
 * Adds to the log. Call in the transaction of the act, so that the record is stored if and only if the act is:
 *
 *     await recordToLog(tx, { kind: 'entry.PUBLISH', by: actor.userId, id: entry.id, facts: { title } });
 *
 * A new kind is one line of `contract/studio/log-kinds.ts`. The facts never hold a visitor's name, address or words.
 */
export async function recordToLog({ db }: Context, ...records: readonly NewLogRecord[]): Promise<void> {
  if (records.length === 0) return;
  const token = actingToken.getStore();
  await db.insert(logRecords).values(
    records.map(({ kind, by, id, facts }) => {
      const area: LogArea = logAreas[kind.split('.')[0] as LogAreaName];
      const subject = id == null ? {} : { subjectType: area.subject ?? null, subjectId: String(id) };
      return { kind, doneBy: by, ...subject, facts: { ...facts, ...(token !== undefined && { token }) } };
    }),
  );
}

/** Minutes within which the same person reads the same thing once, as far as the log is concerned. */
const readingMinutes = 10;

/**
 * Records that somebody reads personal data. A screen is loaded again after each act on it, so what the same person
 * read within the last ten minutes is not recorded again.
 */
export async function recordReading(ctx: Context, record: NewLogRecord & { by: number }): Promise<void> {
  const { kind, doneBy, subjectId, doneAt, facts } = logRecords;
  const id = record.id == null ? isNull(subjectId) : eq(subjectId, String(record.id));
  const isSameToken = sql`${facts} ->> 'token' is not distinct from ${actingToken.getStore() ?? null}`;
  const isRecent = gt(doneAt, sql`now() - make_interval(mins => ${readingMinutes})`);
  const known = await ctx.db.$count(
    logRecords,
    and(eq(kind, record.kind), eq(doneBy, record.by), isSameToken, id, isRecent),
  );
  if (known === 0) await recordToLog(ctx, record);
}

/** The most failed sign-ins of an hour that are recorded one by one, because strangers can cause them. */
const mostFailures = 500;

/**
 * Records a failed sign-in. Nothing that was typed is recorded. `userId` is the user with the typed address, if there
 * is one.
 */
export async function recordFailedSignIn(ctx: Context, way: string, userId: number | null): Promise<void> {
  const { kind, doneAt } = logRecords;
  const failures = ['session.FAILED', 'session.FAILED_AS', 'session.FAILED_MORE'];
  const recent = and(inArray(kind, failures), gt(doneAt, sql`now() - interval '1 hour'`));
  const count = await ctx.db.$count(logRecords, recent);
  if (count > mostFailures) return;
  if (count === mostFailures) return recordToLog(ctx, { kind: 'session.FAILED_MORE', by: null });
  const failed = userId === null ? 'session.FAILED' : 'session.FAILED_AS';
  await recordToLog(ctx, { kind: failed, by: null, id: userId, facts: { way } });
}
