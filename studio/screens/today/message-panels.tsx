import { use } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { MessageWork, UpcomingConsultation } from '../../../contract/studio/today-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { ButtonLink } from '../../parts/button.tsx';
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
export function MessagePanel({ work: { open, oldest, mine, quarantined } }: { work: MessageWork }) {
  const newer = open - oldest.length;
  return (
    <Panel
      title="Messages to answer"
      count={open}
      isShown={open + quarantined > 0}
      action={<ButtonLink to="/studio/inbox" look="bare" label="Inbox" />}
    >
      <RowList label="Messages to answer">
        {oldest.map(({ reference, kind, name, excerpt, receivedAt }) => (
          <Row
            key={reference}
            to={`/studio/inbox/${reference}`}
            lead={<Initials name={name} />}
            title={name}
            note={<bdi>{excerpt || `${kindNames[kind]} ${reference}`}</bdi>}
            end={<RelativeTime at={receivedAt} />}
          />
        ))}
        {newer > 0 && <Row to="/studio/inbox" title={formatCount(newer, 'more message', 'more messages')} />}
        {mine > 0 && (
          <Row
            to="/studio/inbox?assignee=me"
            lead={<StateDot tone="open">Yours</StateDot>}
            title={formatCount(mine, 'message is assigned to you', 'messages are assigned to you')}
          />
        )}
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

/**
 * Lists the mails that need a person: mails that did not arrive or wait too long, replies of visitors that belong to no
 * message of the inbox, and a reply mailbox that cannot be read.
 */
export function MailPanel({ mails }: { mails: MessageWork['mails'] }) {
  const { isSent, waiting, oldestDueSeconds, refused, dead, undelivered, unmatched, mailboxError } = mails;
  const isLate = waiting > 0 && oldestDueSeconds > lateAfter;
  return (
    <Panel title="Mails" isShown={refused + dead + undelivered + unmatched > 0 || isLate || mailboxError !== null}>
      <RowList label="Mails that need a person">
        {refused > 0 && (
          <Row
            to="/studio/outbox?state=WAITING"
            lead={<StateDot tone="alert">Refused</StateDot>}
            title={formatCount(refused, 'mail was refused', 'mails were refused')}
            note="by a mail server, several times; tried again"
          />
        )}
        {dead > 0 && (
          <Row
            to="/studio/outbox?state=GIVEN_UP"
            lead={<StateDot tone="alert">Given up</StateDot>}
            title={formatCount(dead, 'mail could not be sent', 'mails could not be sent')}
          />
        )}
        {undelivered > 0 && (
          <Row
            to="/studio/outbox?state=UNDELIVERED"
            lead={<StateDot tone="alert">Not delivered</StateDot>}
            title={formatCount(undelivered, 'mail did not arrive', 'mails did not arrive')}
          />
        )}
        {mailboxError !== null && (
          <Row
            to="/studio/outbox"
            lead={<StateDot tone="alert">Answers</StateDot>}
            title="The mailbox for answers cannot be read"
            note={<bdi>{mailboxError}</bdi>}
          />
        )}
        {unmatched > 0 && (
          <Row
            to="/studio/outbox/replies"
            lead={<StateDot tone="open">Unmatched</StateDot>}
            title={formatCount(unmatched, 'answer without a message', 'answers without a message')}
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
        {consultations.map(({ id, name, start, end, isUnconfirmed }) => (
          <Row
            key={id}
            to={`/studio/consultations/${id}`}
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
