import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { StudioClient } from '../../../contract/studio/client.ts';
import type { ConsultationItem, OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import { Submit } from '../../parts/button.tsx';
import { Result } from '../../parts/notice.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { readFields } from '../../read-fields.ts';
import type { ActionRefusal } from '../../screen.ts';
import { readTime } from './time-fields.tsx';

/** What a form that changes a consultation returns. */
export interface ConsultationResponse {
  refusal?: ActionRefusal;
  done?: string;
  /** The id of the moved consultation. */
  moved?: string;
  /** The fields of the form that moves it back. */
  undo?: Record<string, string | number>;
}

export const getMinutes = ({ start, end }: Pick<ConsultationItem, 'start' | 'end'>) =>
  (Date.parse(end) - Date.parse(start)) / 60_000;

/** Returns a time as the values of `TimeFields`. */
export function toTimeFields(
  { start, end, adviser }: Pick<ConsultationItem, 'start' | 'end' | 'adviser'>,
  zone: string,
) {
  const { date: day, time } = toLocalTime(start, zone);
  return { zone, day, time, adviser, minutes: getMinutes({ start, end }) };
}

/** Returns the hidden fields that name a consultation, the version that the user sees and, for Undo, its time. */
export const toVersionFields = ({ id, sequence, status, start, end, adviser }: ConsultationItem) => ({
  id,
  sequence,
  // Moving an unconfirmed consultation also confirms it, and moving it back would not undo that.
  ...(status === 'BOOKED' && { from: JSON.stringify({ start, end, adviser }) }),
});

/** Returns the label of a button whose act a visitor with an e-mail address is told about. */
export const nameAct = (act: string, { hasEmail }: ConsultationItem) =>
  hasEmail ? `${act} and tell the visitor` : act;

/** Returns a sentence that says whether the visitor gets a mail. */
export const sayWhoIsTold = ({ email }: Pick<OpenedConsultation, 'email'>) =>
  email ? 'The visitor gets a mail.' : 'The visitor has no e-mail address, so call them.';

export async function moveConsultation(
  client: Pick<StudioClient, 'call'>,
  form: Record<string, string>,
): Promise<ConsultationResponse & { done: string }> {
  const { id, sequence, zone } = readFields(form, 'id', 'sequence', 'zone');
  const word = form.word?.trim() || undefined;
  const moved = await client.call('moveAppointment', { id, sequence: Number(sequence), ...readTime(form), word });
  const from = form.from ? (JSON.parse(form.from) as Pick<ConsultationItem, 'start' | 'end' | 'adviser'>) : null;
  return {
    done: `Moved to ${formatTimeRange(moved, zone)}. ${sayWhoIsTold(moved)}`,
    moved: id,
    ...(from && {
      undo: { intent: 'move', id, sequence: moved.sequence, ...toTimeFields(from, zone), outside: 'yes' },
    }),
  };
}

/** Says what was done, and offers to move the consultation back. */
export function ConsultationResult({ answer }: { answer: ConsultationResponse | undefined }) {
  return (
    <Result answer={answer}>
      {answer?.undo && (
        <PostForm sends={answer.undo}>
          <Submit look="bare" label="Undo" />
        </PostForm>
      )}
    </Result>
  );
}
