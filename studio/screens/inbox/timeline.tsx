import { Bot, FileText, History, Mail, Paperclip, Reply, StickyNote, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import { mailStateWords } from '../../../contract/studio/mail-states.ts';
import { getMessageFilePath } from '../../../contract/studio/message-file-path.ts';
import type { MessageFile, TimelineItem } from '../../../contract/studio/message-shapes.ts';
import { Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Initials } from '../../parts/initials.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import styles from './timeline.module.css';

type Item<T extends TimelineItem['type']> = Extract<TimelineItem, { type: T }>;

/** Renders a text as it was written. It can be in any direction, and have words of any length. */
function Words({ children }: { children: string }) {
  return (
    <div dir="auto" className={styles.words}>
      {children}
    </div>
  );
}

function Files({ files }: { files: readonly MessageFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className={formStyles.list}>
      {files.map(({ token, name, bytes, type, warning, isPicture }) => (
        <li key={token} className={styles.file}>
          {isPicture && (
            <a href={`${getMessageFilePath(token)}?show`} target="_blank" rel="noreferrer">
              <img
                src={`${getMessageFilePath(token)}?show`}
                alt={`Preview of ${name}`}
                loading="lazy"
                className={styles.picture}
              />
            </a>
          )}
          <a href={getMessageFilePath(token)} download className={styles.fileName}>
            <Icon of={isPicture ? Paperclip : FileText} />
            <bdi>{name}</bdi>
          </a>
          <span className={styles.soft}>
            {type}, {formatFileSize(bytes)}
          </span>
          {warning && (
            <span className={styles.warning}>
              <Icon of={TriangleAlert} />
              {warning}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Card({
  from,
  lead,
  at,
  note,
  isOurs = false,
  children,
}: {
  from: string;
  lead?: ReactNode;
  at: string;
  note?: ReactNode;
  isOurs?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.card} data-ours={isOurs || undefined}>
      <p className={styles.from}>
        {lead ?? <Initials name={from} />}
        <b>
          <bdi>{from}</bdi>
        </b>
        {note && <span className={styles.soft}>{note}</span>}
        <RelativeTime at={at} className={styles.time} />
      </p>
      {children}
    </div>
  );
}

function SettleForm({ mailId }: { mailId: number }) {
  return (
    <PostForm className={formStyles.tight} sends={{ intent: 'settle', mailId }}>
      <Submit name="outcome" value="SEND_AGAIN" label="Send it again" />
      <Submit name="outcome" value="ARRIVED" label="It has arrived" />
    </PostForm>
  );
}

function MailState({ mail: { state, at, stateAt, reason, attempts } }: { mail: Item<'MAIL'> }) {
  const isBad = state === 'GIVEN_UP' || state === 'UNCERTAIN' || state === 'UNDELIVERED';
  return (
    <span className={isBad ? styles.warning : styles.soft}>
      {isBad && <Icon of={TriangleAlert} />}
      <span>
        {mailStateWords[state]}
        {/* The time stands above, unless the mail had to wait. */}
        {stateAt && state === 'SENT' && Date.parse(stateAt) - Date.parse(at) > 60_000 && (
          <>
            {' '}
            <RelativeTime at={stateAt} />
          </>
        )}
        {reason && (
          <>
            {' ('}
            <bdi>{reason}</bdi>
            {attempts > 1 && `, tried ${attempts} times`})
          </>
        )}
      </span>
    </span>
  );
}

function AnswerCard({ mail }: { mail: Item<'MAIL'> }) {
  const { author, at, subject, text, state, mailId } = mail;
  return (
    <Card from={author ?? 'A colleague'} at={at} isOurs note="answered by e-mail">
      <p dir="auto" className={styles.subject}>
        {subject}
      </p>
      <Words>{text}</Words>
      <p>
        <MailState mail={mail} />
      </p>
      {(state === 'UNCERTAIN' || state === 'GIVEN_UP') && <SettleForm mailId={mailId} />}
    </Card>
  );
}

function Line({ icon, at, children }: { icon: Parameters<typeof Icon>[0]['of']; at: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <Icon of={icon} />
      <div className={styles.lineText}>{children}</div>
      <RelativeTime at={at} className={styles.time} />
    </div>
  );
}

function AutomaticMail({ mail }: { mail: Item<'MAIL'> }) {
  const { isToVisitor, recipient, subject, text, at } = mail;
  return (
    <Line icon={Mail} at={at}>
      <details>
        <summary>
          <bdi>{subject}</bdi>{' '}
          <span className={styles.soft}>to {isToVisitor ? 'the visitor' : <bdi>{recipient}</bdi>}</span>
        </summary>
        <Words>{text}</Words>
      </details>
      <MailState mail={mail} />
    </Line>
  );
}

function UndoForm({ group, words }: { group: string; words: string }) {
  return (
    <PostForm sends={{ intent: 'undo' }}>
      <Submit look="bare" name="group" value={group} aria-label={`Undo: ${words}`} label="Undo" />
    </PostForm>
  );
}

function Act({ act }: { act: Item<'ACT'> }) {
  const { kind, author, words, text, at, canUndo, undoneBy, undoneAt, group } = act;
  // The mail itself says that somebody answered.
  if (kind === 'ANSWER') return null;
  const who = author === null ? 'The server or the command line' : author;
  if (kind === 'NOTE' && undoneAt === null)
    return (
      <div className={styles.note}>
        <Card from={who} at={at} note="noted for colleagues" lead={<Icon of={StickyNote} />}>
          <Words>{text}</Words>
          {canUndo && <UndoForm group={group} words="the note" />}
        </Card>
      </div>
    );
  return (
    <Line icon={History} at={at}>
      <p data-undone={undoneAt ? '' : undefined}>
        <bdi>{who}</bdi> <bdi>{words}</bdi>
        {text && (
          <>
            : <bdi>{text}</bdi>
          </>
        )}
        {undoneAt && (
          <span className={styles.soft}>
            {' '}
            – undone{undoneBy && ' by '}
            <bdi>{undoneBy}</bdi>
          </span>
        )}
      </p>
      {canUndo && <UndoForm group={group} words={words} />}
    </Line>
  );
}

function ReplyItem({ reply }: { reply: Item<'REPLY'> }) {
  const { name, email, subject, text, quoted, at, isAutomatic, reason, leftOut, files } = reply;
  const content = (
    <>
      <p dir="auto" className={styles.subject}>
        {subject}
      </p>
      <Words>{text}</Words>
      {quoted && (
        <details>
          <summary className={styles.soft}>Show the former e-mails below it</summary>
          <Words>{quoted}</Words>
        </details>
      )}
      <Files files={files} />
      {leftOut.length > 0 && <p className={styles.soft}>Not stored: {leftOut.join(' ')}</p>}
    </>
  );
  if (!isAutomatic)
    return (
      <Card from={name} at={at} note={<bdi>{email}</bdi>} lead={<Icon of={Reply} />}>
        {content}
      </Card>
    );
  return (
    <Line icon={Bot} at={at}>
      <details>
        <summary>
          Automatic e-mail of <bdi>{email || 'nobody'}</bdi>
        </summary>
        <p className={styles.soft}>{reason}</p>
        {content}
      </details>
    </Line>
  );
}

function TimelineEntry({ item }: { item: TimelineItem }) {
  switch (item.type) {
    case 'MESSAGE':
      return (
        <Card from={item.name} at={item.at} note={<bdi>{item.email}</bdi>}>
          <Words>{item.text}</Words>
          <Files files={item.files} />
        </Card>
      );
    case 'MAIL':
      return item.isAnswer ? <AnswerCard mail={item} /> : <AutomaticMail mail={item} />;
    case 'REPLY':
      return <ReplyItem reply={item} />;
    case 'ACT':
      return <Act act={item} />;
  }
}

/** Renders everything that happened to a message, the oldest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  const shown = items.filter((item) => item.type !== 'ACT' || item.kind !== 'ANSWER');
  return (
    <ol aria-label="Timeline" className={styles.timeline}>
      {shown.map((item) => (
        <li key={item.id}>
          <TimelineEntry item={item} />
        </li>
      ))}
    </ol>
  );
}
