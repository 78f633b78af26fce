import { eq } from 'drizzle-orm';
import { formatTimeRange } from '../../../contract/content/local-time.ts';
import type { MoveInput, OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import type { MessageActKind } from '../../../contract/studio/message-kinds.ts';
import type { Actor, ApiContext, Caller, CompanyContext } from '../../context.ts';
import { consultations } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import {
  bookUnconfirmed,
  cancelFound,
  confirmFound,
  moveFound,
  restoreFound,
  runChange,
} from '../consultations/apply-change.ts';
import { getBookingRules } from '../consultations/booking-rules.ts';
import type { FoundAppointment } from '../consultations/find.ts';
import { recordMessageActs } from '../inbox/acts.ts';
import { presentConsultation, requireAppointment } from './list-range.ts';

interface Seen {
  id: string;
  sequence: number;
}

/** Says when and with whom an appointment is, in the company's zone. */
export async function describeAppointment(
  ctx: CompanyContext,
  { adviser, adviserDetails, ...times }: FoundAppointment,
): Promise<string> {
  const { timeZone } = await getBookingRules(ctx);
  return `${formatTimeRange(times, timeZone)}, ${adviserDetails.name || `adviser ${adviser}`}`;
}

/** Throws `conflict` if somebody has changed an appointment since the user saw it, and says what it is now. */
async function refuseUnseenChange(ctx: CompanyContext, found: FoundAppointment, sequence: number): Promise<void> {
  if (found.sequence === sequence) return;
  const now =
    found.status === 'CANCELLED' ? 'It is cancelled' : `It is now on ${await describeAppointment(ctx, found)}`;
  const message = `Somebody else has changed this consultation meanwhile, so nothing was done. ${now}.`;
  throw new ApiError('conflict', message, [{ path: 'sequence', message }]);
}

interface StaffChange {
  kind: MessageActKind;
  /** Returns whether the appointment already is as wanted, so that nothing is done and no mail is sent. */
  isDone: (found: FoundAppointment) => boolean;
  apply: (txCtx: CompanyContext, found: FoundAppointment, actor: Actor) => Promise<FoundAppointment>;
  /** The words of the record. */
  describe: (before: string, after: string) => string;
}

/** Changes an appointment for a user under the lock of the calendar, and records the act. */
function changeForStaff(
  ctx: ApiContext,
  { id, sequence }: Seen,
  caller: Caller,
  { kind, isDone, apply, describe }: StaffChange,
): Promise<OpenedConsultation> {
  const actor = requireActor(caller);
  return runChange(ctx, async (txCtx) => {
    const found = await requireAppointment(txCtx, id);
    if (isDone(found)) return presentConsultation(txCtx, found);
    await refuseUnseenChange(txCtx, found, sequence);
    if (found.isQuarantined)
      throw new ApiError('conflict', 'Its message is in quarantine. Say in the inbox first that it is not spam.');
    const before = await describeAppointment(txCtx, found);
    const changed = await apply(txCtx, found, actor);
    const text = describe(before, await describeAppointment(txCtx, changed));
    await recordMessageActs(txCtx, [{ submissionId: found.submissionId, kind, doneBy: actor.userId, text }]);
    return presentConsultation(txCtx, changed);
  });
}

function refuseOver({ isOver }: FoundAppointment): void {
  if (isOver) throw new ApiError('conflict', 'This consultation is over, so it stays as it is.');
}

/** Moves a consultation to another time, length or adviser, and informs both sides. An unconfirmed one is booked. */
export function moveAppointment(
  ctx: ApiContext,
  { start: slot, adviser, minutes, isOutsideHours, word, ...seen }: MoveInput,
  caller: Caller,
): Promise<OpenedConsultation> {
  return changeForStaff(ctx, seen, caller, {
    kind: 'MOVE',
    isDone: (found) =>
      found.status === 'BOOKED' &&
      Date.parse(found.start) === Date.parse(slot) &&
      Date.parse(found.end) - Date.parse(found.start) === minutes * 60_000 &&
      (adviser === null || adviser === found.adviser),
    apply: async (txCtx, found, { name }) => {
      refuseOver(found);
      if (found.status === 'CANCELLED')
        throw new ApiError('conflict', 'This consultation is cancelled. Undo the cancellation first.');
      const at = {
        slot,
        timeZone: found.timeZone,
        lengthMinutes: minutes,
        byStaff: { adviser, isOutsideHours },
      };
      // A person of the company vouches for the visitor.
      const linked = { ...found, isFromMail: true };
      if (found.status !== 'BOOKED') return bookUnconfirmed(txCtx, linked, at);
      return moveFound(txCtx, linked, at, { by: name, word });
    },
    describe: (before, after) => `${before} → ${after}`,
  });
}

/** Cancels a consultation, frees its time, and sends mails to the visitor, with the given words, and to the company. */
export function cancelAppointment(
  ctx: ApiContext,
  { word, ...seen }: Seen & { word?: string | undefined },
  caller: Caller,
): Promise<OpenedConsultation> {
  return changeForStaff(ctx, seen, caller, {
    kind: 'CANCEL',
    isDone: ({ status }) => status === 'CANCELLED',
    apply: async (txCtx, found, { name }) => {
      refuseOver(found);
      return cancelFound(txCtx, found, { by: name, word });
    },
    describe: (before) => before,
  });
}

/** Undoes a cancellation if the time is still free, and sends mails to both sides. */
export function restoreAppointment(ctx: ApiContext, seen: Seen, caller: Caller): Promise<OpenedConsultation> {
  return changeForStaff(ctx, seen, caller, {
    kind: 'RESTORE',
    isDone: ({ status }) => status === 'BOOKED',
    apply: (txCtx, found, { name }) => {
      if (found.status !== 'CANCELLED') throw new ApiError('conflict', 'This consultation was not cancelled.');
      return restoreFound(txCtx, found, { by: name });
    },
    describe: (_before, after) => after,
  });
}

/** Books an unconfirmed consultation for its sender, who has said to a person of the company that it is theirs. */
export function confirmAppointment(ctx: ApiContext, seen: Seen, caller: Caller): Promise<OpenedConsultation> {
  return changeForStaff(ctx, seen, caller, {
    kind: 'CONFIRM',
    isDone: ({ status }) => status === 'BOOKED',
    apply: async (txCtx, found) => {
      refuseOver(found);
      return confirmFound(txCtx, { ...found, isFromMail: true });
    },
    describe: (_before, after) => after,
  });
}

/** Notes that the visitor did not come, or that they did. `conflict` before the consultation begins. */
export function markNoShow(
  ctx: ApiContext,
  { isNoShow, ...seen }: Seen & { isNoShow: boolean },
  caller: Caller,
): Promise<OpenedConsultation> {
  return changeForStaff(ctx, seen, caller, {
    kind: 'NO_SHOW',
    isDone: ({ noShowAt }) => (noShowAt !== null) === isNoShow,
    apply: async ({ db }, found) => {
      if (found.status !== 'BOOKED' || Date.parse(found.start) > Date.now())
        throw new ApiError('conflict', 'Only a booked consultation that has begun can be one to which nobody came.');
      const noShowAt = isNoShow ? new Date() : null;
      await db.update(consultations).set({ noShowAt }).where(eq(consultations.id, found.id));
      return { ...found, noShowAt: noShowAt?.toISOString() ?? null };
    },
    describe: (before) => (isNoShow ? before : `${before}: the visitor came after all`),
  });
}
