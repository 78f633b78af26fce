import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { MessageActKind } from '../../../contract/studio/message-kinds.ts';
import type { MessageActReport } from '../../../contract/studio/message-shapes.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { type MessageFields, messageActs, submissions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { runAsActor } from '../../people/index.ts';
import { recordMessageActs } from './acts.ts';
import {
  type BookReleased,
  createBookReleased,
  lockMessages,
  type MessageRow,
  storeMessageFields,
} from './change-messages.ts';

type Act = typeof messageActs.$inferSelect;

/** The acts that can be undone. A sent answer cannot, and what the visitor did is not undone. */
export const undoableKinds: readonly MessageActKind[] = ['ASSIGN', 'STATUS', 'TAG', 'NOTE', 'SPAM', 'NOT_SPAM'];

/** Returns why an act cannot be undone: what it changed has been changed since, by whom; null if it can. */
async function findObstacle({ db }: Context, act: Act, row: MessageRow): Promise<string | null> {
  const names = Object.keys(act.after) as (keyof MessageFields)[];
  if (names.every((name) => JSON.stringify(row[name]) === JSON.stringify(act.after[name]))) return null;
  const [newer] = await db
    .select({ name: users.name })
    .from(messageActs)
    .leftJoin(users, eq(users.id, messageActs.doneBy))
    .where(
      and(
        eq(messageActs.submissionId, act.submissionId),
        gt(messageActs.id, act.id),
        isNull(messageActs.undoneAt),
        sql`${messageActs.after} ?| ${sql.param(names)}::text[]`,
      ),
    )
    .orderBy(messageActs.id)
    .limit(1);
  return newer?.name ? `${newer.name} has changed this since.` : 'This has changed since.';
}

/** Undoes one act of a locked message. Returns the number of mails that are held or released. */
async function undoAct(tx: Context, act: Act, row: MessageRow, actorId: number, book: BookReleased): Promise<number> {
  const mails = act.kind === 'NOTE' ? 0 : await storeMessageFields(tx, row, act.before, book);
  await tx.db.update(messageActs).set({ undoneAt: new Date(), undoneBy: actorId }).where(eq(messageActs.id, act.id));
  return mails;
}

/** Undoes an act on one or several messages, except on those where something newer changed the same. */
export async function undoMessageAct(
  ctx: ApiContext,
  { group }: { group: string },
  caller: Caller,
): Promise<MessageActReport> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx, actor) => {
    const { db } = tx;
    const inGroup = db.select({ id: messageActs.submissionId }).from(messageActs).where(eq(messageActs.groupId, group));
    const rows = await lockMessages(tx, inArray(submissions.id, inGroup));
    // Read after the lock, so that of two people who undo at once one is too late.
    const acts = await db.select().from(messageActs).where(eq(messageActs.groupId, group)).orderBy(asc(messageActs.id));
    if (acts.length === 0) throw new ApiError('not_found', 'There is no such act.');
    if (!acts.some(({ kind }) => undoableKinds.includes(kind)))
      throw new ApiError('conflict', 'This cannot be undone: the e-mail is on its way.');
    if (acts.every(({ undoneAt }) => undoneAt !== null))
      throw new ApiError('conflict', 'This has been undone already.');
    const report: MessageActReport = { group: null, changed: [], skipped: [], mails: 0 };
    for (const act of acts) {
      const row = rows.find(({ id }) => id === act.submissionId);
      if (!row || act.undoneAt !== null) continue;
      const reason = await findObstacle(tx, act, row);
      if (reason !== null) {
        report.skipped.push({ reference: row.reference, reason });
        continue;
      }
      report.mails += await undoAct(tx, act, row, actor.userId, createBookReleased({ ...ctx, db }));
      report.changed.push(row.reference);
      await recordToLog(tx, { kind: 'message.UNDO', by: actor.userId, id: row.reference });
    }
    return report;
  });
}

/** Adds a note to a message, for colleagues. Returns the act, to undo it. */
export async function noteMessage(
  ctx: Context,
  { reference, text }: { reference: string; text: string },
  caller: Caller,
): Promise<{ group: string }> {
  const groupId = randomUUID();
  return runAsActor(ctx, caller, 'answer-messages', async (tx, actor) => {
    const [row] = await lockMessages(tx, eq(submissions.reference, reference));
    if (!row) throw new ApiError('not_found', 'There is no such message.');
    await recordMessageActs(tx, [{ submissionId: row.id, kind: 'NOTE', groupId, doneBy: actor.userId, text }]);
    return { group: groupId };
  });
}
