import { Form, useNavigation } from 'react-router';
import type { Appointment } from '../../../contract/consultation-shapes.ts';
import { stretchText } from '../../../contract/local-time.ts';
import type { Refusal } from '../../forms/outcome.ts';
import actions from '../../parts/action.module.css';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Link } from '../../parts/link.tsx';
import { addressOf } from './address.ts';
import styles from './appointment-card.module.css';
import type { ConsultationData } from './load.ts';

interface AppointmentCardProps {
  data: ConsultationData;
  appointment: Appointment;
  refusal: Refusal | null;
}

/** What was booked, as the link of a mail shows it. Opening changes nothing; cancelling is a button. */
export function AppointmentCard({ data: { place, timeZone }, appointment, refusal }: AppointmentCardProps) {
  const { status, reference, sequence } = appointment;
  const isSending = useNavigation().state === 'submitting';
  const isCancelled = status === 'CANCELLED';
  return (
    <div className={styles.card}>
      {refusal && <ErrorSummary refusal={refusal} labels={{}} />}
      <p className={isCancelled ? styles.gone : styles.when}>
        <time dateTime={appointment.start}>{stretchText(appointment, timeZone)}</time>
      </p>
      <p className={styles.reference}>Reference {reference}</p>
      <p role="status">
        {isCancelled && 'Cancelled. The time is free again, and a mail about it is on its way to you.'}
        {!isCancelled && sequence > 0 && 'Moved. The calendar file that was mailed last is the one that holds.'}
      </p>
      {isCancelled ? (
        <p>
          <Link to="/book-a-free-consultation">Book another time</Link>
        </p>
      ) : (
        <Form method="post" action={addressOf(place)} preventScrollReset>
          <input type="hidden" name="intent" value="cancel" />
          <input type="hidden" name="manage" value={place.manage ?? ''} />
          <button type="submit" className={actions.quiet} aria-disabled={isSending}>
            Cancel this appointment
          </button>
        </Form>
      )}
    </div>
  );
}
