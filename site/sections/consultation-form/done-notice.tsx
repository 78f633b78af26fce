import type { Appointment } from '../../../contract/forms/consultation-shapes.ts';
import type { CompletedChange } from '../../parts/consultation-address.ts';
import styles from './appointment-card.module.css';

const expectedStatus: Record<CompletedChange, Appointment['status']> = {
  confirmed: 'BOOKED',
  moved: 'BOOKED',
  cancelled: 'CANCELLED',
};

const texts: Record<CompletedChange, { title: string; withMail?: string }> = {
  confirmed: { title: 'is booked.', withMail: 'An e-mail with a calendar file is on its way.' },
  moved: { title: 'has been moved.', withMail: 'An e-mail with a new calendar file is on its way.' },
  cancelled: { title: 'has been cancelled.' },
};

interface DoneNoticeProps {
  done: CompletedChange | null | undefined;
  appointment: Appointment;
  /** What the company calls a consultation. */
  name: string;
}

/**
 * Says which change was just made. Anyone can type the address, so the notice appears only if the appointment's status
 * agrees.
 */
export function DoneNotice({ done, appointment, name }: DoneNoticeProps) {
  if (!done || expectedStatus[done] !== appointment.status) return null;
  const { title, withMail } = texts[done];
  return (
    <div id="done" role="status" tabIndex={-1} className={styles.done}>
      <p className={styles.doneTitle}>
        Your {name} {title}
      </p>
      {appointment.sendsMail && withMail && <p>{withMail}</p>}
    </div>
  );
}
