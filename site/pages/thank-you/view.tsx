import type { Appointment } from '../../../contract/consultation-shapes.ts';
import { stretchText } from '../../../contract/local-time.ts';
import { Link } from '../../parts/link.tsx';
import { consultationLink } from '../../parts/navigation.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import styles from './view.module.css';

export interface ThankYou {
  /** Of the submission that led here; null on a direct visit. */
  reference: string | null;
  /** It went without files that our store did not take. */
  isWithoutFiles: boolean;
  /** The consultation that was booked with it, if one was. */
  appointment?: Appointment | null;
}

function headOf({ reference, appointment }: ThankYou): { title: string; lede: string } {
  if (reference && appointment?.status === 'BOOKED')
    return {
      title: 'Your consultation is booked',
      lede: `${stretchText(appointment, appointment.timeZone)}. Its reference is ${reference}; a mail with a calendar file is on its way to you.`,
    };
  if (reference)
    return {
      title: 'Your message has reached us',
      lede: `It is stored, its reference is ${reference}, and a person will answer it.`,
    };
  return {
    title: 'Thank you for your interest',
    lede: 'Every message to us is read by a person, who answers it.',
  };
}

/** Says what happens with a message in general; it does not know of one (readings, "Routes"). */
export function ThankYouView({ data, settings }: { data: ThankYou; settings: SiteSettings }) {
  return (
    <>
      <PageHeader
        {...headOf(data)}
        breadcrumbs={[
          { href: '/', label: 'Home' },
          { href: '/thank-you', label: 'Thank you' },
        ]}
      />
      <Sheet number="01" title="If you wrote to us">
        <div className={styles.text}>
          {data.reference && data.isWithoutFiles && (
            <p className={styles.missing} role="note">
              <strong>Your files did not arrive.</strong> Our file store could not be reached; the message itself is
              stored. Please reply to the confirmation that we send you and attach them.
            </p>
          )}
          <p>
            When a message reaches us, a confirmation goes to the address in it. If none has come to yours, look among
            the unwanted mail, then write to <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
          </p>
          <p>
            If you have not written yet: <Link to="/contact-us">Contact us</Link> or{' '}
            <Link to={consultationLink.href}>{consultationLink.label.toLowerCase()}</Link>.
          </p>
        </div>
      </Sheet>
      <Sheet number="02" title="Meanwhile">
        <ul className={styles.links}>
          <li>
            <Link to="/blogs">Articles</Link>
            <span>What we learned building and running infrastructure</span>
          </li>
          <li>
            <Link to="/infographics">Infographics</Link>
            <span>Charts drawn from real figures, each with its source</span>
          </li>
          <li>
            <Link to="/why-us">Why us</Link>
            <span>What we claim and how it was measured</span>
          </li>
        </ul>
      </Sheet>
    </>
  );
}
