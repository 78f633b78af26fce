import type { Appointment } from '../../../contract/consultation-shapes.ts';
import type { CompletedChange } from '../../parts/consultation-address.ts';
import styles from './appointment-card.module.css';

const expectedStatus: Record<CompletedChange, Appointment['status']> = {
  confirmed: 'BOOKED',
  moved: 'BOOKED',
  cancelled: 'CANCELLED',
};

const texts: Record<CompletedChange, { title: string; withMail?: string }> = {
  confirmed: { title: 'Your consultation is booked.', withMail: 'A mail with a calendar file is on its way to you.' },
  moved: { title: 'Your consultation is moved.', withMail: 'A mail with the new calendar file is on its way to you.' },
  cancelled: { title: 'Your consultation is cancelled.' },
};

interface DoneNoticeProps {
  done: CompletedChange | null | undefined;
  appointment: Appointment;
}

/**
 * Says which change was just made. Anyone can type the address, so the notice appears only if the appointment's status agrees.
 */
export function DoneNotice({ done, appointment }: DoneNoticeProps) {
  if (!done || expectedStatus[done] !== appointment.status) return null;
  const { title, withMail } = texts[done];
  return (
    <div id="done" role="status" tabIndex={-1} className={styles.done}>
      <p className={styles.doneTitle}>{title}</p>
      {appointment.sendsMail && withMail && <p>{withMail}</p>}
    </div>
  );
}
