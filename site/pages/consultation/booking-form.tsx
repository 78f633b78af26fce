import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useNavigationType } from 'react-router';
import type { SlotHold } from '../../../contract/consultation-shapes.ts';
import { fieldLimits } from '../../../contract/field-limits.ts';
import type { Refusal } from '../../forms/outcome.ts';
import { useFormMemory } from '../../forms/use-form-memory.ts';
import actions from '../../parts/action.module.css';
import { addressOf, thankYouPath } from '../../parts/consultation-address.ts';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import { SenderFields, senderLabels } from '../../parts/sender-fields.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import styles from './booking-form.module.css';
import { HeldTime } from './held-time.tsx';
import type { ConsultationData } from './load.ts';
import { OtherTimes } from './other-times.tsx';

const labels = {
  ...senderLabels,
  slot: 'Time',
  message: 'What it is about',
};

/** A key of the browser's own for what is sent; another once content was refused under it. Empty without JavaScript. */
function useFormKey(refusal: Refusal | null): string {
  const [key, setKey] = useState('');
  const isUsedUp = refusal?.status === 422;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal of content asks for another key
  useEffect(() => {
    if (key === '' || isUsedUp) setKey(crypto.randomUUID());
  }, [refusal]);
  return key;
}

interface BookingFormProps {
  data: ConsultationData;
  /** The time it books; null asks for a consultation without one. */
  hold: SlotHold | null;
  refusal: Refusal | null;
}

/** Who the consultation is for. Where the time was taken meanwhile, everything typed stays and others are offered in it. */
export function BookingForm({ data, hold, refusal }: BookingFormProps) {
  const key = useFormKey(refusal);
  const { state, location } = useNavigation();
  const isSending = state === 'submitting';
  const memory = useFormMemory();
  // The page that follows is asked for once the form was taken.
  const isTaken = state === 'loading' && location.pathname === thankYouPath;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was
  useEffect(() => {
    if (isTaken) memory.done();
  }, [isTaken]);
  const wasTaken = hold !== null && refusal?.status === 409;
  const box = useRef<HTMLDivElement>(null);
  const isArrival = useNavigationType() !== 'POP';
  // After choosing a time the keyboard goes on here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another time is held
  useEffect(() => {
    if (isArrival && hold) box.current?.focus({ preventScroll: true });
  }, [hold?.hold]);
  const shown = hold ? labels : { ...labels, message: 'Times that would suit you' };
  return (
    <Form
      ref={memory.form}
      method="post"
      action={addressOf(data.place)}
      className={styles.form}
      noValidate={refusal !== null}
    >
      {refusal && !isSending && <ErrorSummary refusal={refusal} labels={shown} />}
      {hold && !wasTaken && (
        <div ref={box} tabIndex={-1} className={styles.held}>
          <HeldTime hold={hold} timeZone={data.timeZone} />
          <input type="hidden" name="slot" value={hold.start} />
        </div>
      )}
      {wasTaken && <OtherTimes data={data} />}
      {!hold && <p>Tell us which days and times would suit you. A person reads it and suggests one.</p>}
      <input type="hidden" name="intent" value={hold ? 'book' : 'request'} />
      <input type="hidden" name="timeZone" value={data.timeZone} />
      <input type="hidden" name="key" value={key} />
      {hold && <input type="hidden" name="hold" value={hold.hold} />}
      <SenderFields refusal={refusal} memory={memory} />
      <Field
        name="message"
        label={shown.message}
        refusal={refusal}
        isRequired={!hold}
        rows={hold ? 5 : 4}
        maxLength={fieldLimits.message}
      />
      <FormGuard />
      <div className={styles.end}>
        <button type="submit" className={actions.primary} aria-disabled={isSending}>
          {isSending ? 'Sending…' : hold ? 'Book this time' : 'Ask for a time'}
        </button>
        <p>
          Or write to <SupportMail />.
        </p>
      </div>
    </Form>
  );
}
