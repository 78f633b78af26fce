import { useNavigation } from 'react-router';
import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { Appointment } from '../../../contract/forms/consultation-shapes.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import actions from '../../parts/action.module.css';
import { getCalendarAddress, getConsultationAddress } from '../../parts/consultation-address.ts';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Link } from '../../parts/link.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import styles from './appointment-card.module.css';
import { ChangeForm } from './change-form.tsx';
import { DoneNotice } from './done-notice.tsx';
import type { ConsultationData } from './load.ts';

interface AppointmentProps {
  data: ConsultationData;
  appointment: Appointment;
}

/** Says that the appointment is unconfirmed, and how to confirm it. */
function UnconfirmedNotice({ data: { timeZone, parameters }, appointment }: AppointmentProps) {
  const { heldUntil, canConfirm, sendsMail, reference } = appointment;
  return (
    <>
      <p>
        <strong>Not confirmed yet.</strong>{' '}
        {heldUntil
          ? `We are holding this time until ${toLocalTime(heldUntil, timeZone).time} (${timeZone}).`
          : 'We no longer hold this time. You can still confirm it if it is free.'}
      </p>
      {canConfirm && (
        <ChangeForm parameters={parameters} intent="confirm">
          Confirm this time
        </ChangeForm>
      )}
      {!canConfirm && sendsMail && <p>To confirm it, open the link in the e-mail that we sent you.</p>}
      {!canConfirm && !sendsMail && (
        <p>
          We cannot e-mail you a link to confirm it. Please write to <SupportMail /> and quote the reference {reference}
          .
        </p>
      )}
    </>
  );
}

/** Returns the text below the heading: how the call takes place; null for a cancelled appointment. */
export function getLede({ status, call, hasNumber }: Appointment, company: string): string | null {
  return status === 'CANCELLED' ? null : describeCall(call, company, hasNumber);
}

function formatStart(start: string, timeZone: string): string {
  const { weekday, day, time } = toLocalTime(start, timeZone);
  return `${weekday} ${day}, ${time} (${timeZone})`;
}

/** Asks for confirmation before a change: a form makes the change, a link keeps the appointment as it is. */
function ConfirmationQuestion({
  data: { parameters, timeZone, words },
  appointment: { canConfirm },
}: AppointmentProps) {
  const unchanged = getConsultationAddress({ ...parameters, to: null, ask: null, done: null });
  return (
    <div id="ask" className={styles.question}>
      <h3>
        {parameters.ask && `Cancel this ${words.name}?`}
        {!parameters.ask &&
          parameters.to &&
          `${canConfirm ? 'Confirm' : 'Move your appointment to'} ${formatStart(parameters.to, timeZone)}?`}
      </h3>
      <div className={styles.actions}>
        {parameters.ask ? (
          <ChangeForm parameters={parameters} intent="cancel">
            Yes, cancel it
          </ChangeForm>
        ) : (
          <ChangeForm
            parameters={parameters}
            intent={canConfirm ? 'confirm-at' : 'move'}
            newTime={{ slot: parameters.to ?? '', timeZone }}
          >
            {canConfirm ? 'Yes, confirm it' : 'Yes, move it'}
          </ChangeForm>
        )}
        <Link to={`${unchanged}#appointment`} className={actions.quiet}>
          {parameters.ask ? 'No, keep it' : 'No, keep the time'}
        </Link>
      </div>
    </div>
  );
}

/** Renders an appointment and the forms to change it. Opening the page changes nothing. */
export function AppointmentCard(props: AppointmentProps & { refusal: SubmissionRefusal | null }) {
  const { data, appointment, refusal } = props;
  const { parameters, timeZone, words } = data;
  const { status, reference, call, hasNumber, canConfirm } = appointment;
  const isBusy = useNavigation().state === 'submitting';
  const isBooked = status === 'BOOKED';
  const isCancelled = status === 'CANCELLED';
  const isAsking = !refusal && (parameters.ask ? !isCancelled : parameters.to !== null && (isBooked || canConfirm));
  return (
    <div className={styles.card} aria-busy={isBusy}>
      {refusal && <ErrorSummary refusal={refusal} labels={{}} />}
      {!refusal && <DoneNotice done={parameters.done} appointment={appointment} name={words.name} />}
      <p className={isCancelled ? styles.gone : styles.when}>
        <time dateTime={appointment.start}>{formatTimeRange(appointment, timeZone)}</time>
      </p>
      <p className={styles.reference}>Reference {reference}</p>
      {isBooked && call.channel === 'telephone' && !hasNumber && (
        <p>
          Please tell us your number: write to <SupportMail /> and quote the reference.
        </p>
      )}
      {!isBooked && !isCancelled && !isAsking && <UnconfirmedNotice {...props} />}
      {isCancelled && (
        <p>
          This {words.name} has been cancelled. <Link to={getConsultationAddress({})}>Book another time</Link>
        </p>
      )}
      {isAsking && <ConfirmationQuestion {...props} />}
      {!isAsking && !isCancelled && (
        <div className={styles.actions}>
          {isBooked && (
            <a href={getCalendarAddress(parameters.manage ?? '')} className={actions.primary} download>
              Add to your calendar
            </a>
          )}
          <Link
            to={`${getConsultationAddress({ ...parameters, to: null, done: null, ask: 'cancel' })}#ask`}
            className={actions.quiet}
          >
            Cancel this {words.name}
          </Link>
        </div>
      )}
    </div>
  );
}
