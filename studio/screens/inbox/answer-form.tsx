import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { Send } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { TimelineItem } from '../../../contract/studio/message-shapes.ts';
import { usePageUserId } from '../../context.ts';
import { Button, ButtonLink, Submit } from '../../parts/button.tsx';
import formStyles from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import styles from './answer-form.module.css';
import type { InboxAnswer, OpenData } from './load-inbox.ts';

// Answers that are being written, in IndexedDB on this device: they outlive a reload and the end of the session.

/** An answer that was not sent yet. Its key makes a repeated request send it once. */
export interface AnswerDraft {
  subject: string;
  body: string;
  key: string;
}

let store: UseStore | undefined;
const getStore = () => {
  store ??= createStore('studio-answers', 'drafts');
  return store;
};

/** Each user of a browser has drafts of their own. */
const getName = (userId: number, reference: string) => `${userId} ${reference}`;

function readAnswerDraft(userId: number, reference: string): Promise<AnswerDraft | undefined> {
  return get<AnswerDraft>(getName(userId, reference), getStore()).catch(() => undefined);
}

function writeAnswerDraft(userId: number, reference: string, draft: AnswerDraft): Promise<void> {
  return set(getName(userId, reference), draft, getStore());
}

function removeAnswerDraft(userId: number, reference: string): Promise<void> {
  return del(getName(userId, reference), getStore()).catch(() => undefined);
}

/** Returns whether a writer must read an item before sending: what the visitor wrote, and what colleagues did. */
function isTelling(item: TimelineItem, ownName: string): boolean {
  if (item.type === 'MAIL') return item.isAnswer;
  if (item.type === 'REPLY') return !item.isAutomatic;
  if (item.type === 'MESSAGE') return true;
  return (
    ['NOTE', 'STATUS', 'SPAM', 'NOT_SPAM'].includes(item.kind) && item.undoneAt === null && item.author !== ownName
  );
}

export const answerElementId = 'answer';

/** What the writer has seen: the text that the server compares, and the items that were on the page then. */
interface Seen {
  base: string;
  items: ReadonlySet<string>;
}

/**
 * Renders the form of an answer. Its text outlives a reload and the end of the session on this device. What happens
 * while somebody writes is said above the button, and must be read before the answer is sent.
 */
export function AnswerForm({
  data: { message, answerKey, template },
  answer,
  onWriting,
  others,
}: {
  data: OpenData;
  answer: InboxAnswer | undefined;
  onWriting: (isWriting: boolean) => void;
  /** Who else has the message open, shown where one types. */
  others: ReactNode;
}) {
  const { reference, answer: start, seen: newest, timeline } = message;
  const { search } = useLocation();
  const hasScript = useHasScript();
  const { name: ownName } = useUser();
  const userId = usePageUserId() ?? 0;
  const isIdle = useNavigation().state === 'idle';
  const findRefusal = (intent: string) => (answer?.refusal?.values.intent === intent ? answer.refusal : undefined);
  const [refused, refusedTemplate] = [findRefusal('answer'), findRefusal('template')];
  const templateFormId = useId();
  const greeting = `${start.greeting}\n\n`;
  const chosen = template === null ? undefined : start.templates[template];
  const empty: AnswerDraft = { subject: start.subject, body: greeting, key: answerKey };
  const [draft, setDraft] = useState<AnswerDraft>({
    ...empty,
    subject: refused?.values.subject ?? start.subject,
    body: refused?.values.body ?? greeting + (chosen?.text ?? ''),
  });
  const { subject, body, key } = draft;
  // Hydration sets the fields to the values of the server, and fires no event for what was typed before.
  const [early] = useState(() => (hasScript || typeof document === 'undefined' ? null : readTyped()));
  const see = (): Seen => ({ base: newest, items: new Set(timeline.map(({ id }) => id)) });
  const [seen, setSeen] = useState(see);
  const sent = answer?.sent;
  const isTyped = body.trim() !== greeting.trim() && body.trim() !== '';

  // The draft as this page last read or stored it. Another tab of the same user can store another one.
  const stored = useRef(empty);
  /** Shows what was typed in another tab or before a reload, unless this page has text that is not stored. */
  const restore = useCallback(async () => {
    const read = await readAnswerDraft(userId, reference);
    if (!read || read.key === sent) return;
    const before = stored.current;
    stored.current = read;
    setDraft((now) => (now.body.trim() === before.body.trim() && now.subject === before.subject ? read : now));
  }, [userId, reference, sent]);
  useEffect(() => void restore(), [restore]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (early && (early.subject !== subject || early.body !== body)) change(early);
  }, []);

  useEffect(() => {
    // The timeline has the answer itself only after the message was loaded again.
    if (sent === undefined || sent !== key || !isIdle) return;
    void removeAnswerDraft(userId, reference);
    stored.current = { subject: start.subject, body: greeting, key: answerKey };
    setDraft(stored.current);
    setSeen({ base: newest, items: new Set(timeline.map(({ id }) => id)) });
  }, [sent, key, isIdle, userId, reference, greeting, start.subject, answerKey, newest, timeline]);

  function change(next: Partial<AnswerDraft>): void {
    const changed = { ...draft, ...next };
    setDraft(changed);
    void writeAnswerDraft(userId, reference, changed).then(
      () => {
        stored.current = changed;
      },
      () => undefined,
    );
  }

  useEffect(() => onWriting(isTyped), [isTyped, onWriting]);

  const section = useRef<HTMLElement>(null);
  const news = timeline.filter((item) => !seen.items.has(item.id) && isTelling(item, ownName));
  // The timeline above grows with what happened, which can push the warning and the button out of sight.
  useEffect(() => {
    if (news.length > 0 && section.current?.contains(document.activeElement))
      section.current.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [news.length]);
  const findError = (name: string) => refused?.fields.find(({ path }) => path === name)?.message;
  return (
    <section ref={section} id={answerElementId} aria-label="Answer" className={styles.answer} onFocus={restore}>
      <PostForm className={formStyles.stack} sends={{ intent: 'answer', seen: hasScript ? seen.base : newest, key }}>
        <p className={styles.to}>
          To <bdi>{start.to}</bdi> from <bdi>{start.from}</bdi>; the visitor’s reply goes to <bdi>{start.replyTo}</bdi>.
        </p>
        <TextField
          name="subject"
          label="Subject"
          required
          maxLength={200}
          value={subject}
          onChange={({ target }) => change({ subject: target.value })}
          error={findError('subject')}
        />
        <div className={styles.templates}>
          <span className={styles.soft}>Begin with</span>
          {start.templates.map(({ name, text }, index) =>
            hasScript ? (
              <Button
                key={name}
                onClick={() => change({ body: isTyped ? `${body.trimEnd()}\n\n${text}` : greeting + text })}
                label={name}
              />
            ) : (
              <ButtonLink key={name} to={`?${withTemplate(search, index)}`} label={name} />
            ),
          )}
          <details key={start.templates.length} className={styles.more} open={refusedTemplate !== undefined}>
            <summary>Save as a template</summary>
            <div className={formStyles.stack}>
              <TextField
                form={templateFormId}
                name="name"
                label="Name of the template"
                required
                maxLength={60}
                defaultValue={refusedTemplate?.values.name}
                error={refusedTemplate?.fields.find(({ path }) => path === 'name')?.message}
              />
              <TextArea
                key={body}
                form={templateFormId}
                name="text"
                label="Text of the template"
                hint="{name}, {sender}, {company}, {consultation} and {reference} are filled in"
                rows={5}
                required
                maxLength={4_000}
                defaultValue={refusedTemplate?.values.text ?? body.replace(greeting, '')}
                error={refusedTemplate?.fields.find(({ path }) => path === 'text')?.message}
              />
              <div>
                <Submit form={templateFormId} intent="template" label="Save the template" />
              </div>
            </div>
          </details>
        </div>
        <TextArea
          name="body"
          label="Your answer"
          hint="Ctrl + Enter sends it"
          rows={9}
          required
          maxLength={20_000}
          value={body}
          onChange={({ target }) => change({ body: target.value })}
          // Browsers put the cursor before the greeting. Focus before hydration comes late, when text can be selected.
          onFocus={({ currentTarget: field }) => {
            if (!isTyped && field.selectionEnd === 0) field.setSelectionRange(body.length, body.length);
          }}
          onKeyDown={({ key: pressed, ctrlKey, metaKey, currentTarget: { form } }) => {
            const button = form?.querySelector<HTMLButtonElement>('button[value=WAITING]:enabled');
            if (pressed === 'Enter' && (ctrlKey || metaKey) && button) form?.requestSubmit(button);
          }}
          error={findError('text')}
        />
        <div dir="auto" className={styles.signature}>
          {start.signature}
        </div>
        {hasScript && news.length > 0 && (
          <Notice kind="alert">
            <p>Something happened to this message while you were writing. Read it above before you send your answer.</p>
            <Button onClick={() => setSeen(see())}>I have read it</Button>
          </Notice>
        )}
        {others}
        <div className={styles.send}>
          <Submit
            name="state"
            value="WAITING"
            look="primary"
            disabled={hasScript && news.length > 0}
            icon={Send}
            label="Send"
          />
          <Submit name="state" value="DONE" disabled={hasScript && news.length > 0} label="Send and mark as done" />
        </div>
      </PostForm>
      <PostForm id={templateFormId} />
    </section>
  );
}

/** Returns what the fields of an answer have before hydration. */
function readTyped(): Partial<AnswerDraft> | null {
  const subject = document.querySelector<HTMLInputElement>('input[name=subject]')?.value;
  const body = document.querySelector<HTMLTextAreaElement>('textarea[name=body]')?.value;
  return subject === undefined || body === undefined ? null : { subject, body };
}

/** Returns the query of the screen with a template. */
function withTemplate(search: string, index: number): string {
  const parameters = new URLSearchParams(search);
  parameters.set('template', String(index));
  return parameters.toString();
}
