import { CircleCheck, CircleDashed, Clock, MailWarning, Reply, ShieldAlert, Users } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import { getMessagePresencePath } from '../../../contract/studio/presence.ts';
import { buttonLink, Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import { useOthers } from '../../parts/use-others.ts';
import { useFormKey } from '../../screen.ts';
import { AnswerForm, answerElementId } from './answer-form.tsx';
import { type InboxAnswer, kindNames, type OpenData, stateNames, stateTones } from './load-inbox.ts';
import { MessageFacts } from './message-facts.tsx';
import styles from './message-view.module.css';
import { Timeline } from './timeline.tsx';

/** Names the other people who have the message open, and who of them writes an answer. */
function Others({ message, isWriting }: { message: OpenedMessage; isWriting: boolean }) {
  const live = useOthers(getMessagePresencePath(message.reference, isWriting));
  const hasScript = useHasScript();
  // Before the stream has told anything, and without JavaScript, the page shows whom it found.
  const others = hasScript ? live : message.others;
  const list = (names: string[]) => new Intl.ListFormat('en-GB').format(names.map(isolateText));
  const writing = others.filter((other) => other.isWriting).map(({ name }) => name);
  const reading = others.filter((other) => !other.isWriting).map(({ name }) => name);
  return (
    <p role="status" className={styles.others} data-writing={writing.length > 0 || undefined}>
      {others.length > 0 && <Icon of={Users} />}
      {writing.length > 0 && `${list(writing)} ${writing.length === 1 ? 'is' : 'are'} writing an answer. `}
      {reading.length > 0 && `${list(reading)} ${reading.length === 1 ? 'has' : 'have'} this message open too.`}
    </p>
  );
}

function Acts({ data: { message, choices } }: { data: OpenData }) {
  const { state, assignee, reference, email } = message;
  const hasScript = useHasScript();
  const assigneeId = useId();
  const submitNow = ({ currentTarget }: FormEvent<HTMLSelectElement>) =>
    currentTarget.form?.requestSubmit(currentTarget.form.querySelector('button'));
  return (
    <div className={styles.acts}>
      {state !== 'QUARANTINE' && email && (
        <a
          href={`#${answerElementId}`}
          title="Key r"
          className={buttonLink.primary}
          onClick={(event) => {
            const field = document.querySelector<HTMLElement>(`#${answerElementId} textarea[name=body]`);
            if (field) event.preventDefault();
            field?.focus();
          }}
        >
          <Icon of={Reply} />
          Answer
        </a>
      )}
      <PostForm className={styles.row} sends={{ intent: 'change' }}>
        {state === 'QUARANTINE' ? (
          <Submit name="act" value="NOT_SPAM" look="primary" label="Not spam" />
        ) : (
          <>
            {state !== 'DONE' && <Submit name="act" value="DONE" title="Key e" icon={CircleCheck} label="Done" />}
            {state !== 'WAITING' && <Submit name="act" value="WAITING" icon={Clock} label="Waiting" />}
            {state !== 'OPEN' && <Submit name="act" value="OPEN" icon={CircleDashed} label="Open again" />}
            <Submit name="act" value="SPAM" title="Key s" icon={ShieldAlert} label="Spam" />
          </>
        )}
        <Submit name="act" value="UNREAD" title="Key u" icon={MailWarning} label="Unread" />
      </PostForm>
      <PostForm key={`${reference} ${assignee?.id}`} className={styles.row} sends={{ intent: 'change' }}>
        <span className={styles.assign}>
          <label htmlFor={assigneeId}>Assigned to</label>
          <select id={assigneeId} name="to" defaultValue={assignee?.id ?? ''} onChange={submitNow}>
            <option value="">Unassigned</option>
            {choices.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {assignee && !choices.people.some(({ id }) => id === assignee.id) && (
              <option value={assignee.id}>{assignee.name}</option>
            )}
          </select>
        </span>
        <Submit
          name="act"
          value="ASSIGN"
          className={hasScript ? 'visually-hidden' : undefined}
          tabIndex={hasScript ? -1 : undefined}
          aria-hidden={hasScript || undefined}
          label="Assign"
        />
      </PostForm>
    </div>
  );
}

/** Renders the tags of the message, and the field that adds one. */
function Tags({ data: { message, choices } }: { data: OpenData }) {
  const { tags } = message;
  return (
    <PostForm key={tags.join()} className={styles.row} sends={{ intent: 'change' }}>
      <span className={styles.tags}>
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            <bdi>{tag}</bdi>
            <Submit
              look="bare"
              formNoValidate
              name="act"
              value={`UNTAG:${tag}`}
              aria-label={`Remove the tag ${tag}`}
              label="×"
            />
          </span>
        ))}
      </span>
      <input
        dir="auto"
        name="tag"
        list="tags"
        maxLength={400}
        placeholder="Add a tag"
        aria-label="Add a tag"
        className={styles.field}
      />
      <datalist id="tags">
        {choices.tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Submit name="act" value="TAG" label="Add" />
    </PostForm>
  );
}

function NoteForm({ answer }: { answer: InboxAnswer | undefined }) {
  const refused = answer?.refusal?.values.intent === 'note' ? answer.refusal : undefined;
  return (
    <details className={styles.more} open={refused !== undefined}>
      <summary>Add a note for colleagues</summary>
      <PostForm key={useFormKey('note')} className={styles.note} sends={{ intent: 'note' }}>
        <TextArea
          name="note"
          label="Note"
          hint="The visitor does not see it"
          rows={3}
          required
          maxLength={4_000}
          defaultValue={refused?.values.note}
        />
        <div>
          <Submit label="Add the note" />
        </div>
      </PostForm>
    </details>
  );
}

/** Renders a message: its state and acts, what happened, and the form of an answer. */
export function MessageView({ data, answer }: { data: OpenData; answer: InboxAnswer | undefined }) {
  const { message } = data;
  const [isWriting, setWriting] = useState(false);
  const { reference, kind, state, subject, spamReasons, name, email, phone, timeline } = message;
  const sent = timeline.filter((item) => item.type === 'MAIL' && item.state === 'SENT').length;
  const others = <Others message={message} isWriting={isWriting} />;
  return (
    <article className={formStyles.form} aria-label={`Message of ${name}`}>
      <div className={formStyles.stack}>
        {subject && (
          <h2 dir="auto" className={styles.subject}>
            {subject}
          </h2>
        )}
        <div className={styles.row}>
          <StateDot tone={stateTones[state]}>{stateNames[state]}</StateDot>
          <span>{kindNames[kind]}</span>
          <code className={formStyles.soft}>{reference}</code>
        </div>
        <Acts data={data} />
      </div>
      {spamReasons.length > 0 && (
        <Notice kind="alert">
          <p>
            {spamReasons.includes('by hand')
              ? 'Marked as spam by a person. '
              : `Held back as possible spam, because of: ${spamReasons.join(', ')}. `}
            {sent === 0
              ? 'No e-mail has been sent about it.'
              : `${formatCount(sent, 'e-mail was', 'e-mails were')} sent before; no more are sent.`}
          </p>
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Timeline items={timeline} />
          {state === 'QUARANTINE' || !email ? (
            <>
              {others}
              <p className={formStyles.soft}>
                {email
                  ? 'A message in quarantine is answered after it is released.'
                  : `The sender gave no e-mail address. Call ${phone ?? 'them'} to answer.`}
              </p>
            </>
          ) : (
            <AnswerForm data={data} answer={answer} onWriting={setWriting} others={others} />
          )}
          <NoteForm answer={answer} />
        </div>
        <MessageFacts message={message} tags={<Tags data={data} />} />
      </div>
    </article>
  );
}
