import { and, desc, eq, gte, inArray, isNotNull, isNull, like, lt, type SQL, sql } from 'drizzle-orm';
import { findLogArea, type LogKind } from '../../contract/studio/log-kinds.ts';
import type { LogFilter, LogRecord } from '../../contract/studio/log-operations.ts';
import type { Caller, CompanyContext, Context } from '../context.ts';
import { logRecords, parseId, users } from '../db/index.ts';
import { requireActor } from '../people/index.ts';
import { recordToLog } from './record.ts';
import { type LogHead, sealLog } from './seal.ts';

const { number, kind: kindColumn, doneAt, doneBy, subjectType, subjectId, facts } = logRecords;

/** The kinds by which somebody read personal data of visitors. */
const readingKinds: LogKind[] = [
  'message.LIST',
  'message.READ',
  'message.FILE',
  'mail.READ',
  'mail.READ_REPLIES',
  'consultation.LIST',
  'consultation.READ',
  'privacy.FIND',
  'privacy.EXPORT',
  'message.EXPORT',
];

function createKindCondition(kind: string | undefined): SQL | undefined {
  if (!kind) return undefined;
  if (kind === 'reading') return inArray(kindColumn, readingKinds);
  return kind.includes('.') || !findLogArea(kind) ? eq(kindColumn, kind) : like(kindColumn, `${kind}.%`);
}

function createTimeCondition(when: string | undefined, zone: string): SQL | undefined {
  if (!when) return undefined;
  if (!when.includes('-')) return gte(doneAt, sql`now() - make_interval(days => ${Number(when)})`);
  const first = sql`${`${when}-01`}::timestamp`;
  return and(
    gte(doneAt, sql`${first} at time zone ${zone}`),
    lt(doneAt, sql`(${first} + interval '1 month') at time zone ${zone}`),
  );
}

function createCondition({ kind, by, thing, q, when }: LogFilter, zone: string): SQL | undefined {
  const [, type = '', id = ''] = /^(\w+):(.*)$/s.exec(thing ?? '') ?? [];
  return and(
    isNotNull(number),
    createKindCondition(kind),
    by === undefined ? undefined : by === 0 ? isNull(doneBy) : eq(doneBy, by),
    thing ? and(eq(subjectType, type), eq(subjectId, id)) : undefined,
    q ? sql`log_words(${subjectId}, ${facts}) @@ plainto_tsquery('simple', ${q})` : undefined,
    createTimeCondition(when, zone),
  );
}

type Row = typeof logRecords.$inferSelect;

/** Adds the present names of the users to records. */
async function present({ db }: Context, rows: readonly Row[]): Promise<LogRecord[]> {
  const ids = rows.flatMap((row) => [
    row.doneBy ?? 0,
    row.subjectType === 'user' ? (parseId(row.subjectId ?? '') ?? 0) : 0,
  ]);
  const found = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    number: row.number ?? 0,
    hash: row.hash?.toString('hex') ?? '',
    doneAt: row.doneAt.toISOString(),
    kind: row.kind,
    doneBy: row.doneBy === null ? null : { id: row.doneBy, name: names.get(row.doneBy) ?? 'A removed user' },
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectName: row.subjectType === 'user' ? (names.get(Number(row.subjectId)) ?? 'a removed user') : null,
    facts: row.facts,
  }));
}

/** Returns one page of the log, the newest records first, with the head of the whole log. */
export async function listLog(
  ctx: CompanyContext,
  { page, size, ...filter }: LogFilter & { page: number; size: number },
) {
  const head = await sealLog(ctx);
  const condition = createCondition(filter, ctx.company.timeZone);
  const rows = await ctx.db
    .select()
    .from(logRecords)
    .where(condition)
    .orderBy(desc(number))
    .limit(size)
    .offset(page * size);
  const total = await ctx.db.$count(logRecords, condition);
  const people = await ctx.db.select({ id: users.id, name: users.name }).from(users).orderBy(users.name).limit(500);
  return { items: await present(ctx, rows), page, size, total, head, people };
}

/** Records that the caller exports the log. Returns its head. */
export async function exportLog(ctx: Context, _input: object, caller: Caller): Promise<LogHead> {
  await recordToLog(ctx, { kind: 'system.EXPORT', by: requireActor(caller).userId });
  return sealLog(ctx);
}

/** Records that are in memory at once. */
const batch = 1_000;

/** Yields the records of the log up to a number, the oldest first. */
export async function* streamLog(ctx: CompanyContext, filter: LogFilter, last: number): AsyncGenerator<LogRecord> {
  const condition = createCondition(filter, ctx.company.timeZone);
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .select()
      .from(logRecords)
      .where(and(condition, sql`${number} > ${after} and ${number} <= ${last}`))
      .orderBy(number)
      .limit(batch);
    yield* await present(ctx, rows);
    if (rows.length < batch) return;
    after = rows.at(-1)?.number ?? last;
  }
}
