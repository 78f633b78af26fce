import type { Appointment } from '../../../contract/consultation-shapes.ts';
import type { Done, Place } from '../../parts/consultation-address.ts';
import styles from './appointment-card.module.css';

const states: Record<Done, Appointment['status']> = {
  confirmed: 'BOOKED',
  moved: 'BOOKED',
  cancelled: 'CANCELLED',
};

const texts: Record<Done, { title: string; withMail?: string }> = {
  confirmed: { title: 'Your consultation is booked.', withMail: 'A mail with a calendar file is on its way to you.' },
  moved: { title: 'Your consultation is moved.', withMail: 'A mail with the new calendar file is on its way to you.' },
  cancelled: { title: 'Your consultation is cancelled.' },
};

/** Says what was just done, where the appointment bears it out: an address can be typed by anyone. */
export function DoneNotice({ done, appointment }: { done: Place['done']; appointment: Appointment }) {
  if (!done || states[done] !== appointment.status) return null;
  const { title, withMail } = texts[done];
  return (
    <div id="done" role="status" tabIndex={-1} className={styles.done}>
      <p className={styles.doneTitle}>{title}</p>
      {appointment.sendsMail && withMail && <p>{withMail}</p>}
    </div>
  );
}
