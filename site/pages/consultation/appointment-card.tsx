import { useNavigation } from 'react-router';
import { describeCall } from '../../../contract/call-text.ts';
import type { Appointment } from '../../../contract/consultation-shapes.ts';
import { formatTimeRange, toLocalTime } from '../../../contract/local-time.ts';
import type { Refusal } from '../../forms/outcome.ts';
import actions from '../../parts/action.module.css';
import { addressOf, calendarAddress } from '../../parts/consultation-address.ts';
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

/** Why the time is not sure yet, and what makes it so. */
function OpenState({ data: { timeZone, place }, appointment }: AppointmentProps) {
  const { heldUntil, canConfirm, sendsMail, reference } = appointment;
  return (
    <>
      <p>
        <strong>Not confirmed yet.</strong>{' '}
        {heldUntil
          ? `We keep this time for you until ${toLocalTime(heldUntil, timeZone).time} (${timeZone}).`
          : 'We do not keep this time for you. You can have it while it is free.'}
      </p>
      {canConfirm && (
        <ChangeForm place={place} intent="confirm">
          Confirm this time
        </ChangeForm>
      )}
      {!canConfirm && sendsMail && <p>To confirm it, open the link in the mail that we sent to your address.</p>}
      {!canConfirm && !sendsMail && (
        <p>
          We cannot send you a mail to confirm it. Please write to <SupportMail /> and name the reference {reference}.
        </p>
      )}
    </>
  );
}

/** What an appointment's page says first: how the call takes place, while there is to be one. */
export function ledeOf({ status, call, hasNumber }: Appointment, company: string): string | null {
  return status === 'CANCELLED' ? null : describeCall(call, company, hasNumber);
}

function startText(start: string, timeZone: string): string {
  const { weekday, day, time } = toLocalTime(start, timeZone);
  return `${weekday} ${day}, ${time} (${timeZone})`;
}

/** Asks once more before something changes. Its answer is a form; to leave everything as it is, a link. */
function Question({ data: { place, timeZone }, appointment: { canConfirm } }: AppointmentProps) {
  const stay = addressOf({ ...place, to: null, ask: null, done: null });
  return (
    <div id="ask" className={styles.question}>
      <h3>
        {place.ask && 'Cancel this consultation?'}
        {!place.ask && place.to && `${canConfirm ? 'Confirm' : 'Move it to'} ${startText(place.to, timeZone)}?`}
      </h3>
      <div className={styles.actions}>
        {place.ask ? (
          <ChangeForm place={place} intent="cancel">
            Yes, cancel it
          </ChangeForm>
        ) : (
          <ChangeForm place={place} intent={canConfirm ? 'confirm-at' : 'move'} at={{ slot: place.to ?? '', timeZone }}>
            {canConfirm ? 'Yes, confirm it' : 'Yes, move it'}
          </ChangeForm>
        )}
        <Link to={`${stay}#appointment`} className={actions.quiet}>
          {place.ask ? 'No, keep it' : 'No, keep the time'}
        </Link>
      </div>
    </div>
  );
}

/** What was booked, as a link shows it, and what can be done with it. Opening the page changes nothing. */
export function AppointmentCard(props: AppointmentProps & { refusal: Refusal | null }) {
  const { data, appointment, refusal } = props;
  const { place, timeZone } = data;
  const { status, reference, call, hasNumber, canConfirm } = appointment;
  const isBusy = useNavigation().state === 'submitting';
  const isBooked = status === 'BOOKED';
  const isCancelled = status === 'CANCELLED';
  const isAsking = !refusal && (place.ask ? !isCancelled : place.to !== null && (isBooked || canConfirm));
  return (
    <div className={styles.card} aria-busy={isBusy}>
      {refusal && <ErrorSummary refusal={refusal} labels={{}} />}
      {!refusal && <DoneNotice done={place.done} appointment={appointment} />}
      <p className={isCancelled ? styles.gone : styles.when}>
        <time dateTime={appointment.start}>{formatTimeRange(appointment, timeZone)}</time>
      </p>
      <p className={styles.reference}>Reference {reference}</p>
      {isBooked && call.channel === 'telephone' && !hasNumber && (
        <p>
          Please tell us the number: write to <SupportMail /> and name the reference.
        </p>
      )}
      {!isBooked && !isCancelled && !isAsking && <OpenState {...props} />}
      {isCancelled && (
        <p>
          This consultation was cancelled. <Link to={addressOf({})}>Book another time</Link>
        </p>
      )}
      {isAsking && <Question {...props} />}
      {!isAsking && !isCancelled && (
        <div className={styles.actions}>
          {isBooked && (
            <a href={calendarAddress(place.manage ?? '')} className={actions.primary} download>
              Add to your calendar
            </a>
          )}
          <Link to={`${addressOf({ ...place, to: null, done: null, ask: 'cancel' })}#ask`} className={actions.quiet}>
            Cancel this consultation
          </Link>
        </div>
      )}
    </div>
  );
}
