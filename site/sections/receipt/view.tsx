import { formatTimeRange } from '../../../contract/content/local-time.ts';
import { fillText } from '../../../contract/content/placeholders.ts';
import { Link } from '../../parts/link.tsx';
import { MenuItem } from '../../parts/menu-item.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { SupportMail } from '../../parts/support-mail.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { consultationModule } from './consultation-module.ts';
import { loadReceipt, type ReceiptData } from './load.ts';
import styles from './view.module.css';

type ReceiptProps = SectionProps<'form', ReceiptData>;

function getHeader({ reference, consultation, words }: ReceiptData): { title: string; lede: string } | null {
  const fill = (text: string) => fillText(text, { consultation: words.consultation, reference: reference ?? '' });
  if (reference && consultation) {
    const when = formatTimeRange(consultation, consultation.timeZone);
    const known = `${when}. Your reference is ${reference}.`;
    if (consultation.status === 'CANCELLED') return { title: fill(words.cancelled), lede: known };
    if (consultation.status !== 'BOOKED') return { title: fill(words.unconfirmed), lede: known };
    const mail = consultation.sendsMail ? ' An e-mail with a calendar file is on its way.' : '';
    return { title: fill(words.booked), lede: known + mail };
  }
  return reference ? { title: words.title, lede: fill(words.lede) } : null;
}

/** Renders the next steps after a stored message. */
function StoredSheet(props: ReceiptProps) {
  const { sendsMail, isWithoutFiles, words } = props.data;
  return (
    <PageSection number={props.number} title={words.next} attributes={getSectionAttributes(props)}>
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
function UnknownSheet({ unknown, ...props }: ReceiptProps & { unknown: NonNullable<ReceiptData['unknown']> }) {
  return (
    <PageSection number={props.number} title="Your reference" attributes={getSectionAttributes(props)}>
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
function VisitSheet(props: ReceiptProps) {
  const { action } = props.settings.menus;
  return (
    <PageSection number={props.number} title="If you wrote to us" attributes={getSectionAttributes(props)}>
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

/**
 * Renders what happens next after a submission. Without a reference it says nothing about any submission (readings,
 * "Routes").
 */
function ReceiptSection(props: ReceiptProps) {
  const { data, settings } = props;
  const { reference, unknown, consultation, manage } = data;
  const ConsultationSheet = consultation && consultationModule.get().ConsultationSheet;
  return (
    <>
      {consultation && ConsultationSheet && (
        <ConsultationSheet
          consultation={consultation}
          manage={manage}
          settings={settings}
          name={data.words.consultation}
          frame={props}
        />
      )}
      {reference && !consultation && <StoredSheet {...props} />}
      {unknown && <UnknownSheet {...props} unknown={unknown} />}
      {!reference && !unknown && <VisitSheet {...props} />}
    </>
  );
}

export const section = createSection<'receipt-form', ReceiptData>('receipt-form', {
  load: loadReceipt,
  View: ReceiptSection,
  countSheets: (_section, { consultation }) => Number(consultation?.status !== 'CANCELLED'),
  getHeader: (data) => getHeader(data),
  describeHead: ({ title, description, canonical }, { manage }) => ({
    title,
    description,
    canonical,
    noindex: true,
    isPrivate: manage !== null,
  }),
  isUncacheable: true,
  preloadModules: ({ consultation }) => (consultation ? consultationModule.load() : null),
});
