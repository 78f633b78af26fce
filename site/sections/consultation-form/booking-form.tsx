import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import type { SlotHold } from '../../../contract/forms/consultation-shapes.ts';
import { fieldLimits } from '../../../contract/forms/field-limits.ts';
import { channelNames } from '../../../contract/http/call-text.ts';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import { useFormSubmit } from '../../forms/use-form-submit.ts';
import { getConsultationAddress } from '../../parts/consultation-address.ts';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import { FormNote } from '../../parts/form-note.tsx';
import { PrintedForm } from '../../parts/printed-form.tsx';
import { SenderFields, senderLabels } from '../../parts/sender-fields.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import styles from './booking-form.module.css';
import { HeldTime, HoldLongerForm } from './held-time.tsx';
import type { ConsultationData } from './load.ts';
import { loadActions } from './load-actions.ts';
import { OtherTimes } from './other-times.tsx';

const loadSend = async () => (await loadActions()).sendBooking;

interface BookingFormProps {
  data: ConsultationData;
  /** The held time that the form books; without one the form asks for a time. */
  hold: SlotHold | null;
  initialRefusal: SubmissionRefusal | null;
}

/**
 * Renders the form that books a held time or requests a consultation. If the time was taken meanwhile, the form keeps
 * everything typed and offers other times.
 */
export function BookingForm({ data, hold, initialRefusal }: BookingFormProps) {
  const submit = useFormSubmit({ loadSend, initialRefusal });
  const { memory, isSending } = submit;
  // A refusal about the time that was held before does not apply to another time.
  const refusal = submit.refusal?.values.hold === hold?.hold ? submit.refusal : null;
  const wasTaken = hold !== null && refusal?.status === 409;
  const box = useRef<HTMLDivElement>(null);
  const isNewPage = useNavigationType() !== 'POP';
  // Moves the focus from the chosen time to the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new hold
  useEffect(() => {
    if (isNewPage && hold) box.current?.focus({ preventScroll: true });
  }, [hold?.hold]);
  const { words } = data;
  const labels = { ...senderLabels, slot: 'Time', channel: 'How we meet', message: hold ? words.message : words.times };
  return (
    <>
      <form {...submit.form} method="post" action={getConsultationAddress(data.parameters)} className={styles.form}>
        {refusal && !isSending && <ErrorSummary refusal={refusal} labels={labels} />}
        {hold && !wasTaken && (
          <div ref={box} tabIndex={-1} className={styles.held}>
            <HeldTime hold={hold} timeZone={data.timeZone} />
            <input type="hidden" name="slot" value={hold.start} />
          </div>
        )}
        {wasTaken && <OtherTimes data={data} />}
        {!hold && <p>Tell us which days and times would suit you. A person will read it and suggest one.</p>}
        <input type="hidden" name="intent" value={hold ? 'book' : 'request'} />
        <input type="hidden" name="timeZone" value={data.timeZone} />
        {hold && <input type="hidden" name="hold" value={hold.hold} />}
        <SenderFields
          refusal={refusal}
          memory={memory}
          phoneHint={hold && words.channels[0] === 'telephone' ? 'We will call you on this number.' : undefined}
        />
        <Field
          name="message"
          label={labels.message}
          refusal={refusal}
          isRequired={!hold}
          rows={hold ? 5 : 4}
          maxLength={fieldLimits.message}
        />
        {hold && words.channels.length > 1 && (
          <Field
            name="channel"
            label={labels.channel}
            refusal={refusal}
            options={words.channels.map((value) => ({ value, label: channelNames[value] }))}
          />
        )}
        <FormNote note={words.note} />
        <FormGuard />
        <div className={styles.actions}>
          <SubmitButton submit={submit} label={hold ? words.book : words.request} />
          <p>
            Or write to <SupportMail />.
          </p>
        </div>
      </form>
      <PrintedForm path={getConsultationAddress({})} />
      {hold && <HoldLongerForm data={data} hold={hold} />}
    </>
  );
}
