import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatTimeRange } from '../../../contract/content/local-time.ts';
import { channelNames } from '../../../contract/http/call-text.ts';
import type { AdviserSummary, OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import form from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import styles from './consultation.module.css';
import { nameAdviser } from './item.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the time in each zone of those who meet, each zone once. */
function listTimes(item: OpenedConsultation, timeZone: string): [name: string, text: string][] {
  const zones: [string, string][] = [
    ['When', timeZone],
    ['For the visitor', item.visitorTimeZone],
    ['For the adviser', item.adviserTimeZone],
  ];
  const texts = zones.map(([name, zone]): [string, string] => [name, formatTimeRange(item, zone)]);
  return texts.filter(([, text], index) => texts.findIndex(([, other]) => other === text) === index);
}

const nameMissingPhone = ({ channel }: OpenedConsultation) =>
  channel === 'video' || channel === 'on-site' ? 'Not given' : 'Not given, so ask for it by e-mail before the call';

/** Renders when and how a consultation takes place, and with whom. */
export function ConsultationFacts({
  item,
  timeZone,
  advisers,
}: {
  item: OpenedConsultation;
  timeZone: string;
  advisers: readonly AdviserSummary[];
}) {
  const adviser = advisers.find(({ id }) => id === item.adviser) ?? { id: item.adviser, name: item.adviserName };
  const place = item.place ?? null;
  return (
    <Panel title="Appointment">
      <dl className={styles.facts}>
        {listTimes(item, timeZone).map(([name, text]) => (
          <Fact key={name} name={name}>
            <time dateTime={item.start}>{text}</time>
          </Fact>
        ))}
        <Fact name="With">
          <bdi>{nameAdviser(adviser)}</bdi>
        </Fact>
        <Fact name="How">
          {channelNames[item.channel ?? 'telephone']}
          {place && (
            <>
              {': '}
              {place.startsWith('https://') ? (
                <a href={place} rel="noreferrer">
                  {place}
                </a>
              ) : (
                place
              )}
            </>
          )}
        </Fact>
        <Fact name="E-mail">
          {item.email ? <a href={`mailto:${item.email}`}>{item.email}</a> : 'Not given, so no mails are sent'}
        </Fact>
        <Fact name="Telephone">
          {item.phone ? (
            <a href={`tel:${item.phone.replaceAll(/[^+\d]/g, '')}`}>{item.phone}</a>
          ) : (
            nameMissingPhone(item)
          )}
        </Fact>
        {item.company && (
          <Fact name="Company">
            <bdi>{item.company}</bdi>
          </Fact>
        )}
        {item.reference && (
          <Fact name="Message">
            <Link to={`/studio/inbox/${item.reference}`}>{item.reference}</Link>
          </Fact>
        )}
        <Fact name="Booked by">
          <bdi>{item.bookedBy ?? 'The visitor'}</bdi>, <RelativeTime at={item.createdAt} />
        </Fact>
      </dl>
    </Panel>
  );
}

const mailStates: Record<OpenedConsultation['mails'][number]['state'], [tone: Tone, name: string]> = {
  SENT: ['live', 'Sent'],
  WAITING: ['next', 'Due'],
  HELD: ['soft', 'Held'],
  GIVEN_UP: ['alert', 'Given up'],
};

/** Renders the mails about a consultation, with their delivery. */
export function MailList({ mails }: Pick<OpenedConsultation, 'mails'>) {
  return (
    <Panel title="Mails" count={mails.length}>
      <ul className={styles.mails}>
        {mails.map(({ id, subject, recipient, state, at, lastError }) => (
          <li key={id} className={styles.mail}>
            <bdi className={form.strong}>{subject}</bdi>
            <span className={form.soft}>{recipient}</span>
            <span>
              <StateDot tone={mailStates[state][0]}>{mailStates[state][1]}</StateDot> <RelativeTime at={at} />
            </span>
            {lastError && state !== 'SENT' && <span className={form.soft}>{lastError}</span>}
          </li>
        ))}
        {mails.length === 0 && <li className={styles.mail}>No mails are kept.</li>}
      </ul>
    </Panel>
  );
}
