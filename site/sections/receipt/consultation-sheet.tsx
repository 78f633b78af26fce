import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import actions from '../../parts/action.module.css';
import { getCalendarAddress, getConsultationAddress } from '../../parts/consultation-address.ts';
import { Link } from '../../parts/link.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { SiteSettings } from '../../settings.ts';
import type { SectionProps } from '../section.ts';
import styles from './view.module.css';

interface ConsultationSheetProps {
  consultation: ConsultationReceipt | Appointment;
  manage: string | null;
  settings: SiteSettings;
  /** What the company calls a consultation. */
  name: string;
  /** Number and attributes of the section. */
  frame: Pick<SectionProps, 'number' | 'section' | 'page'>;
}

/** Renders how a booked call takes place, its calendar file, and the links to move or cancel it. */
function BookedDetails({ consultation, manage, settings }: ConsultationSheetProps) {
  const { call, sendsMail, reference } = consultation;
  const hasNumber = 'hasNumber' in consultation ? consultation.hasNumber : null;
  return (
    <div className={styles.text}>
      <p>{describeCall(call, settings.company.name, hasNumber)}</p>
      {hasNumber === false && call.channel === 'telephone' && (
        <p>
          Please write to <SupportMail /> with the number to call and the reference {reference}.
        </p>
      )}
      {manage && (
        <div className={styles.actions}>
          <a href={getCalendarAddress(manage)} className={actions.primary} download>
            Add to your calendar
          </a>
          <Link to={getConsultationAddress({ manage })} className={actions.quiet}>
            Move it
          </Link>
          <Link to={`${getConsultationAddress({ manage, ask: 'cancel' })}#ask`} className={actions.quiet}>
            Cancel it
          </Link>
        </div>
      )}
      {!manage && sendsMail && <p>Your e-mail has a calendar file and a link to move or cancel the appointment.</p>}
      {!manage && !sendsMail && (
        <p>
          To move or cancel it, write to <SupportMail /> and quote the reference.
        </p>
      )}
    </div>
  );
}

/** Says how to confirm an unconfirmed time, and until when it is held. */
function UnconfirmedDetails({ consultation, manage }: ConsultationSheetProps) {
  const { status, sendsMail, reference, timeZone } = consultation;
  const heldUntil = 'heldUntil' in consultation ? consultation.heldUntil : null;
  return (
    <div className={styles.text}>
      {sendsMail ? (
        <p>
          <strong>Open the link in the e-mail that we send you, and confirm the time there.</strong> It is booked only
          then. If the e-mail does not arrive, check your spam folder, then write to <SupportMail />.
        </p>
      ) : (
        <p>
          <strong>
            Write to <SupportMail /> and quote the reference {reference}.
          </strong>{' '}
          A person confirms the time. It is booked only then.
        </p>
      )}
      {heldUntil && (
        <p>
          We are holding this time until{' '}
          <time dateTime={heldUntil}>
            {toLocalTime(heldUntil, timeZone).time} ({timeZone})
          </time>
          . After that you can still confirm it if it is free.
        </p>
      )}
      {status === 'LAPSED' && <p>We no longer hold this time. You can still confirm it if it is free.</p>}
      <p>
        We ask for this when several bookings come from one address or network, or many for one day, so that nobody can
        take every time.
      </p>
      {manage && (
        <p>
          <Link to={getConsultationAddress({ manage })}>See or cancel it</Link>
        </p>
      )}
    </div>
  );
}

/** Renders the next steps of a visitor who booked a consultation. */
export function ConsultationSheet(props: ConsultationSheetProps) {
  const { status } = props.consultation;
  if (status === 'CANCELLED') return null;
  return (
    <PageSection
      number={props.frame.number}
      attributes={getSectionAttributes(props.frame)}
      title={status === 'BOOKED' ? `Your ${props.name}` : 'Confirm your time'}
    >
      {status === 'BOOKED' ? <BookedDetails {...props} /> : <UnconfirmedDetails {...props} />}
    </PageSection>
  );
}
