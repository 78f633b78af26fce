import { formatTimeRange } from '../../../contract/content/local-time.ts';
import type { MenuLink } from '../../../contract/content/menu-schemas.ts';
import { Link } from '../../parts/link.tsx';
import linkRows from '../../parts/link-rows.module.css';
import { MenuItem } from '../../parts/menu-item.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { SiteSettings } from '../../settings.ts';
import { consultationModule } from './consultation-module.ts';
import type { ThankYouData } from './load.ts';
import styles from './view.module.css';

function getHeader({ reference, consultation }: ThankYouData): { title: string; lede: string } {
  if (reference && consultation) {
    const when = formatTimeRange(consultation, consultation.timeZone);
    const known = `${when}. Your reference is ${reference}.`;
    if (consultation.status === 'CANCELLED') return { title: 'Your consultation has been cancelled', lede: known };
    if (consultation.status !== 'BOOKED') return { title: 'One more step: confirm your time', lede: known };
    const mail = consultation.sendsMail ? ' An e-mail with a calendar file is on its way.' : '';
    return { title: 'Your consultation is booked', lede: known + mail };
  }
  if (reference)
    return {
      title: 'Your message has reached us',
      lede: `Your reference is ${reference}. A person will reply.`,
    };
  return {
    title: 'Thank you for your interest',
    lede: 'A person reads and answers every message.',
  };
}

/** Renders the next steps after a stored message. */
function StoredSheet({ data: { sendsMail, isWithoutFiles } }: { data: ThankYouData }) {
  return (
    <PageSection number="01" title="What happens next">
      <div className={styles.text}>
        {isWithoutFiles && (
          <p className={styles.missing} role="note">
            <strong>Your files did not arrive.</strong> Our file store could not be reached; the message itself is
            stored. Please{' '}
            {sendsMail ? (
              'reply to the confirmation that we send you'
            ) : (
              <>
                write to <SupportMail />
              </>
            )}{' '}
            and attach them.
          </p>
        )}
        {sendsMail ? (
          <p>
            We send a confirmation to the address in your message. If it does not arrive, check your spam folder, then
            write to <SupportMail />.
          </p>
        ) : (
          <p>
            To ask or add something, write to <SupportMail /> and quote the reference.
          </p>
        )}
      </div>
    </PageSection>
  );
}

/** Says what to do about an unknown reference. The form may have been stored all the same. */
function UnknownSheet({ unknown }: { unknown: NonNullable<ThankYouData['unknown']> }) {
  return (
    <PageSection number="01" title="Your reference">
      <div className={styles.text}>
        <p>
          {unknown === 'NOT_STORED'
            ? 'No message has the reference in this page’s address. Please check it, or write to '
            : 'We cannot look up the reference in this page’s address right now. Reload this page in a minute; you need not send anything again. To ask about your message, write to '}
          <SupportMail />.
        </p>
      </div>
    </PageSection>
  );
}

/** Renders the text for visitors who opened the address without having sent a form. */
function VisitSheet({ action }: { action: MenuLink | null }) {
  return (
    <PageSection number="01" title="If you wrote to us">
      <div className={styles.text}>
        <p>
          When we receive a form we show a reference. To ask about a message, write to <SupportMail />.
        </p>
        <p>
          If you have not written yet: <Link to="/contact-us">Contact us</Link>
          {action && (
            <>
              {' or '}
              <MenuItem link={action}>{action.label.charAt(0).toLowerCase() + action.label.slice(1)}</MenuItem>
            </>
          )}
          .
        </p>
      </div>
    </PageSection>
  );
}

/** Renders the thank-you page. Without a reference it says nothing about any submission (readings, "Routes"). */
export function ThankYouView({ data, settings }: { data: ThankYouData; settings: SiteSettings }) {
  const { reference, unknown, consultation, manage } = data;
  const ConsultationSheet = consultation && consultationModule.get().ConsultationSheet;
  return (
    <>
      <PageHeader
        {...getHeader(data)}
        breadcrumbs={[
          { href: '/', label: 'Home' },
          { href: '/thank-you', label: 'Thank you' },
        ]}
      />
      {consultation && ConsultationSheet && (
        <ConsultationSheet consultation={consultation} manage={manage} settings={settings} />
      )}
      {reference && !consultation && <StoredSheet data={data} />}
      {unknown && <UnknownSheet unknown={unknown} />}
      {!reference && !unknown && <VisitSheet action={settings.menus.action} />}
      <PageSection number="02" title="Meanwhile">
        <ul className={styles.links}>
          <li className={linkRows.row}>
            <Link to="/blogs">Blogs</Link>
            <span>What we learned building and running infrastructure</span>
          </li>
          <li className={linkRows.row}>
            <Link to="/infographics">Infographics</Link>
            <span>Charts drawn from real figures, each with its source</span>
          </li>
          <li className={linkRows.row}>
            <Link to="/why-us">Why us</Link>
            <span>What we claim and how it was measured</span>
          </li>
        </ul>
      </PageSection>
    </>
  );
}
