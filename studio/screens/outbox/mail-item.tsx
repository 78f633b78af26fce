import { ChevronDown, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { OutboxMail } from '../../../contract/studio/mail-operations.ts';
import { type MailState, mailStateWords } from '../../../contract/studio/mail-states.ts';
import { Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import styles from './outbox.module.css';

/** The tone and the word of each state, before its explanation. */
const stateLabels: Record<MailState, [tone: Tone, word: string]> = {
  WAITING: ['next', 'Waiting'],
  POSTPONED: ['next', 'Postponed'],
  RETRYING: ['open', 'Retrying'],
  SENT: ['live', 'Sent'],
  HELD: ['soft', 'Held'],
  GIVEN_UP: ['alert', 'Given up'],
  UNDELIVERED: ['alert', 'Not delivered'],
  UNCERTAIN: ['alert', 'Uncertain'],
};

const holdWords = {
  QUARANTINE: 'Held back: its message is in quarantine.',
  RESTORE: 'Held back since a backup was restored.',
} as const;

/** States in which the time of a mail is that of its next attempt. */
const plannedStates: readonly MailState[] = ['WAITING', 'POSTPONED', 'RETRYING'];

/**
 * Returns whether the label of its state alone describes a mail. Its link and button are then shown only with its text.
 */
function isStateEnough({ state, reason }: OutboxMail): boolean {
  return state === 'SENT' || (state === 'WAITING' && !reason);
}

/** Explains a state where its word does not, with what the mail server said and the next attempt. */
function Explanation({ mail: { state, heldFor, reason, attempts, at } }: { mail: OutboxMail }) {
  return (
    <p className={styles.explanation}>
      {heldFor ? holdWords[heldFor] : `${mailStateWords[state]}.`}
      {attempts > 0 && state !== 'UNDELIVERED' && ` Tried ${formatCount(attempts, 'time')}.`}
      {at && plannedStates.includes(state) && (
        <>
          {' '}
          Next attempt <RelativeTime at={at} />.
        </>
      )}
      {reason && (
        <>
          {' '}
          The mail server says: <q dir="auto">{reason}</q>
        </>
      )}
    </p>
  );
}

/** Renders a mail of the outbox: its state, whom it is for, why it waits, its text, and the act that sends it again. */
export function MailItem({ mail, canAct }: { mail: OutboxMail; canAct: boolean }) {
  const { id, state, recipient, subject, text, createdAt, at, reference, author, canRetry } = mail;
  const [tone, word] = stateLabels[state];
  const act = state === 'RETRYING' ? 'Try now' : 'Send again';
  const retry = canRetry && canAct && (
    <PostForm sends={{ intent: 'retry' }}>
      {state === 'SENT' && <input type="hidden" name="sent" value="yes" />}
      <Submit name="id" value={id} aria-label={`${act}: “${subject}” to ${recipient}`} icon={RotateCcw} label={act} />
    </PostForm>
  );
  const acts = (
    <div className={styles.acts}>
      {reference && <Link to={`/studio/inbox/${reference}`}>Message {reference}</Link>}
      {retry}
    </div>
  );
  return (
    <li className={styles.item}>
      <details className={styles.mail}>
        <summary className={styles.head}>
          <StateDot tone={tone}>{word}</StateDot>
          <span className={styles.main}>
            <span dir="auto" className={formStyles.strong}>
              {subject}
            </span>
            <span className={styles.note}>
              to <bdi>{recipient}</bdi>
              {author && (
                <>
                  , by <bdi>{author}</bdi>
                </>
              )}
            </span>
          </span>
          <span className={styles.end}>
            {state === 'WAITING' && at && 'due '}
            <RelativeTime at={(state === 'SENT' || state === 'WAITING') && at ? at : createdAt} />
            <Icon of={ChevronDown} />
          </span>
        </summary>
        <pre dir="auto" className={styles.text}>
          {text}
        </pre>
        {isStateEnough(mail) && acts}
      </details>
      {!isStateEnough(mail) && (
        <>
          <Explanation mail={mail} />
          {acts}
        </>
      )}
    </li>
  );
}
