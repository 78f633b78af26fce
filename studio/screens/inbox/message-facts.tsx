import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { Moment } from '../../parts/moment.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { getInboxAddress, stateNames, stateTones } from './load-inbox.ts';
import styles from './message-facts.module.css';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

const appointmentStates: Record<string, string> = {
  HELD: 'held',
  BOOKED: 'booked',
  CANCELLED: 'cancelled',
  UNCONFIRMED: 'waits for its confirmation',
  LAPSED: 'lapsed',
};

/** Renders the tags, who wrote, what they read before, what they booked, and their other messages. */
export function MessageFacts({ message, tags }: { message: OpenedMessage; tags: ReactNode }) {
  const { search } = useLocation();
  const { email, company, phone, place, persona, interests, readBefore, appointment, related, receivedAt } = message;
  return (
    <aside aria-label="About the sender" className={formStyles.stack}>
      {tags}
      <dl className={styles.list}>
        <Fact name="E-mail">{email ? <a href={`mailto:${email}`}>{email}</a> : 'Not given'}</Fact>
        {company && <Fact name="Company">{company}</Fact>}
        {phone && (
          <Fact name="Telephone">
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
          </Fact>
        )}
        {place && <Fact name="Place">{place}</Fact>}
        {persona && <Fact name="Says to be">{persona}</Fact>}
        {interests.length > 0 && <Fact name="Interested in">{interests.join(', ')}</Fact>}
        <Fact name="Received">
          <Moment at={receivedAt} />
        </Fact>
        {readBefore && (
          <Fact name="Read before writing">
            <a href={readBefore} target="_blank" rel="noreferrer">
              {readBefore}
            </a>
          </Fact>
        )}
        {appointment && (
          <Fact name="Consultation">
            <Link to={`/studio/consultations/${appointment.id}`}>
              <Moment at={appointment.start} />
            </Link>
            , {appointmentStates[appointment.state] ?? appointment.state.toLowerCase()}
          </Fact>
        )}
      </dl>
      {hasPermission(useUser().role, 'manage-privacy') && (
        <PostForm action="/studio/privacy" sends={{ intent: 'find' }}>
          <Submit name="email" value={email || (phone ?? '')} label="Everything about this person" />
        </PostForm>
      )}
      <h2 className={styles.heading}>Other messages of this address</h2>
      {related.length === 0 ? (
        <p className={formStyles.soft}>There are none.</p>
      ) : (
        <ul className={styles.related}>
          {related.map((each) => (
            <li key={each.reference}>
              <Link to={getInboxAddress(each.reference, search)} dir="auto" className={styles.excerpt}>
                {each.excerpt}
              </Link>
              <span className={formStyles.soft}>
                <StateDot tone={stateTones[each.state]}>{stateNames[each.state]}</StateDot>{' '}
                <RelativeTime at={each.receivedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
