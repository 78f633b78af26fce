import { describeCall } from '../../../contract/call-text.ts';
import type { Appointment, ReceiptOfConsultation } from '../../../contract/consultation-shapes.ts';
import { toLocalTime } from '../../../contract/local-time.ts';
import actions from '../../parts/action.module.css';
import { addressOf, calendarAddress } from '../../parts/consultation-address.ts';
import { Link } from '../../parts/link.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { SiteSettings } from '../../settings.ts';
import styles from './view.module.css';

interface ConsultationSheetProps {
  consultation: ReceiptOfConsultation | Appointment;
  manage: string | null;
  settings: SiteSettings;
}

/** How a booked call takes place, its calendar file, and the way to move or cancel it. */
function Booked({ consultation, manage, settings }: ConsultationSheetProps) {
  const { call, sendsMail, reference } = consultation;
  const hasNumber = 'hasNumber' in consultation ? consultation.hasNumber : null;
  return (
    <div className={styles.text}>
      <p>{describeCall(call, settings.siteName, hasNumber)}</p>
      {hasNumber === false && call.channel === 'telephone' && (
        <p>
          Please write to <SupportMail /> with the number to call and the reference {reference}.
        </p>
      )}
      {manage && (
        <div className={styles.actions}>
          <a href={calendarAddress(manage)} className={actions.primary} download>
            Add to your calendar
          </a>
          <Link to={addressOf({ manage })} className={actions.quiet}>
            Move it
          </Link>
          <Link to={`${addressOf({ manage, ask: 'cancel' })}#ask`} className={actions.quiet}>
            Cancel it
          </Link>
        </div>
      )}
      {!manage && sendsMail && <p>The mail about it holds a calendar file and a link to move or cancel it.</p>}
      {!manage && !sendsMail && (
        <p>
          To move or cancel it, write to <SupportMail />.
        </p>
      )}
    </div>
  );
}

/** What makes the time sure, and until when it is kept. */
function Unconfirmed({ consultation, manage }: ConsultationSheetProps) {
  const { status, sendsMail, reference, timeZone } = consultation;
  const heldUntil = 'heldUntil' in consultation ? consultation.heldUntil : null;
  return (
    <div className={styles.text}>
      {sendsMail ? (
        <p>
          <strong>Open the link in the mail that we send you, and confirm the time there.</strong> It is booked only
          then. If the mail does not come, look among the unwanted mail, then write to <SupportMail />.
        </p>
      ) : (
        <p>
          <strong>
            Write to <SupportMail /> and name the reference {reference}.
          </strong>{' '}
          A person confirms the time. It is booked only then.
        </p>
      )}
      {heldUntil && (
        <p>
          We keep the time for you until{' '}
          <time dateTime={heldUntil}>
            {toLocalTime(heldUntil, timeZone).time} ({timeZone})
          </time>
          . After that you can have it while it is free.
        </p>
      )}
      {status === 'LAPSED' && <p>We do not keep the time for you. You can have it while it is free.</p>}
      <p>
        We ask for this where several bookings came from one address or network, or many for one day, so that nobody
        takes all times.
      </p>
      {manage && (
        <p>
          <Link to={addressOf({ manage })}>See or cancel it</Link>
        </p>
      )}
    </div>
  );
}

/** What a visitor who booked a consultation needs next. */
export function ConsultationSheet(props: ConsultationSheetProps) {
  const { status } = props.consultation;
  if (status === 'CANCELLED') return null;
  return (
    <Sheet number="01" title={status === 'BOOKED' ? 'Your consultation' : 'Confirm your time'}>
      {status === 'BOOKED' ? <Booked {...props} /> : <Unconfirmed {...props} />}
    </Sheet>
  );
}
