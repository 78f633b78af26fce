import { use } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { MessageWork, UpcomingConsultation } from '../../../contract/studio/today-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { buttonLink } from '../../parts/button.tsx';
import { Initials } from '../../parts/initials.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { formatClock, formatTime } from '../../parts/time.ts';

const kindNames = { CONTACT: 'Message', ENQUIRY: 'Enquiry', CONSULTATION: 'Consultation' };

/** Seconds after which a mail that is still waiting is late. */
const lateAfter = 3_600;

/** Lists the open messages that have waited longest, and what is held as spam. */
export function MessagePanel({ work: { open, oldest, quarantined } }: { work: MessageWork }) {
  return (
    <Panel
      title="Messages to answer"
      count={open}
      isShown={open + quarantined > 0}
      action={
        <Link to="/studio/inbox" discover="none" className={buttonLink.bare}>
          Inbox
        </Link>
      }
    >
      <RowList label="Messages to answer">
        {oldest.map(({ reference, kind, name, receivedAt }) => (
          <Row
            key={reference}
            to={`/studio/inbox/${reference}`}
            lead={<Initials name={name} />}
            title={name}
            note={`${kindNames[kind]} ${reference}`}
            end={<RelativeTime at={receivedAt} />}
          />
        ))}
        {quarantined > 0 && (
          <Row
            to="/studio/inbox?state=QUARANTINE"
            lead={<StateDot tone="soft">Held</StateDot>}
            title={formatCount(quarantined, 'message that may be spam', 'messages that may be spam')}
          />
        )}
      </RowList>
    </Panel>
  );
}

/** Says which mails need a person: those that were given up, and those that wait too long. */
export function MailPanel({ mails: { isSent, waiting, oldestDueSeconds, dead } }: { mails: MessageWork['mails'] }) {
  const isLate = waiting > 0 && oldestDueSeconds > lateAfter;
  return (
    <Panel title="Mails" isShown={dead > 0 || isLate}>
      <RowList label="Mails that need a person">
        {dead > 0 && (
          <Row
            to="/studio/outbox"
            lead={<StateDot tone="alert">Given up</StateDot>}
            title={formatCount(dead, 'mail could not be delivered', 'mails could not be delivered')}
          />
        )}
        {isLate && (
          <Row
            to="/studio/outbox"
            lead={<StateDot tone={isSent ? 'alert' : 'soft'}>Waiting</StateDot>}
            title={formatCount(waiting, 'mail')}
            note={isSent ? 'for longer than an hour' : 'because this server has no mail server'}
          />
        )}
      </RowList>
    </Panel>
  );
}

/** Lists the consultations of the next seven days. */
export function ConsultationPanel({ consultations }: { consultations: UpcomingConsultation[] }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <Panel title="Consultations of the next seven days" isShown={consultations.length > 0}>
      <RowList label="Consultations of the next seven days">
        {consultations.map(({ reference, name, start, end, isUnconfirmed }) => (
          <Row
            key={reference}
            to={`/studio/inbox/${reference}`}
            lead={<Initials name={name} />}
            title={name}
            note={`${formatTime(start, timeZone)} to ${formatClock(end, timeZone)}${isUnconfirmed ? ', not confirmed yet' : ''}`}
            end={<RelativeTime at={start} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}
