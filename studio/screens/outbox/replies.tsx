import { Search } from 'lucide-react';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { ReplyList, UnmatchedReply } from '../../../contract/studio/mail-operations.ts';
import { type ReplyFilter, replyFilters } from '../../../contract/studio/mail-states.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { loadListPage } from '../../list-page.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import formStyles from '../../parts/form.module.css';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { Pager } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type ActionRefusal, type Screen, useAnswer } from '../../screen.ts';
import styles from './outbox.module.css';

interface Data {
  list: ReplyList;
  state: ReplyFilter;
}

const filterWords: Record<ReplyFilter, string> = {
  OPEN: 'From people',
  AUTOMATIC: 'Automatic',
  DISMISSED: 'Need nothing',
};

const emptyTexts: Record<ReplyFilter, [title: string, text: string]> = {
  OPEN: ['Every answer has found its message', 'An answer from an unknown address, without a reference, stands here.'],
  AUTOMATIC: [
    'No automatic e-mail',
    'Notices of absence and reports of mail servers stand here. They open no message.',
  ],
  DISMISSED: ['Nothing was set aside', 'E-mails that you say need nothing stand here until they are removed.'],
};

/** Renders the forms by which a mail is added to a message, or set aside. */
function Acts({ reply, refusal }: { reply: UnmatchedReply; refusal: ActionRefusal | undefined }) {
  const { id, suggestions, name, address } = reply;
  const isRefused = refusal?.values.id === String(id) && refusal.values.intent === 'assign';
  const error = isRefused ? refusal.fields.find(({ path }) => path === 'reference')?.message : undefined;
  const listId = `suggestions-${id}`;
  return (
    <div className={styles.assign}>
      <PostForm className={styles.reference} sends={{ intent: 'assign', id }}>
        <TextField
          label="Reference of the message"
          name="reference"
          required
          maxLength={20}
          list={listId}
          autoComplete="off"
          defaultValue={isRefused ? refusal.values.reference : suggestions[0]?.reference}
          error={error}
        />
        <datalist id={listId}>
          {suggestions.map(({ reference, excerpt }) => (
            <option key={reference} value={reference}>
              {excerpt}
            </option>
          ))}
        </datalist>
        <Submit label="Add to the message" />
      </PostForm>
      {(name || address) && (
        <ButtonLink to={`/studio/inbox?${new URLSearchParams({ q: name || address })}`} look="bare" icon={Search}>
          Find messages of <bdi>{name || address}</bdi>
        </ButtonLink>
      )}
      <PostForm sends={{ id }}>
        <Submit intent="dismiss" label="It needs nothing" />
      </PostForm>
    </div>
  );
}

function ReplyItem({ reply, state, canAct }: { reply: UnmatchedReply; state: ReplyFilter; canAct: boolean }) {
  const refusal = useAnswer()?.refusal;
  const { id, name, address, subject, text, quoted, receivedAt, reason, leftOut, files } = reply;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <StateDot tone={reason ? 'soft' : 'open'}>{reason ? 'Automatic' : 'Unmatched'}</StateDot>
        <span className={styles.main}>
          <span dir="auto" className={formStyles.strong}>
            {subject || 'Without a subject'}
          </span>
          <span className={styles.note}>
            from {name && <bdi>{name}</bdi>} <bdi>{address || 'an unknown sender'}</bdi>
          </span>
        </span>
        <RelativeTime at={receivedAt} className={styles.end} />
      </div>
      {reason && <p className={styles.explanation}>{reason}</p>}
      <p dir="auto" className={styles.body}>
        {text || 'The e-mail has no text.'}
      </p>
      {(files.length > 0 || leftOut.length > 0) && (
        <ul aria-label="Files" className={`${styles.files} ${styles.acts}`}>
          {files.map((file) => (
            <li key={file.token}>
              <bdi>{file.name}</bdi> ({formatFileSize(file.bytes)})
            </li>
          ))}
          {leftOut.map((what) => (
            <li key={what}>Left out: {what}</li>
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        {quoted && (
          <details className={styles.details}>
            <summary>Show the former e-mails below it</summary>
            <pre dir="auto" className={styles.text}>
              {quoted}
            </pre>
          </details>
        )}
        {canAct && state !== 'DISMISSED' && <Acts reply={reply} refusal={refusal} />}
        {canAct && state === 'DISMISSED' && (
          <PostForm sends={{ id }}>
            <Submit intent="restore" look="bare" label="Look at it again" />
          </PostForm>
        )}
      </div>
    </li>
  );
}

function View({ data: { list, state } }: { data: Data }) {
  const canAct = hasPermission(useUser().role, 'answer-messages');
  const [title, text] = emptyTexts[state];
  return (
    <ScreenLayout title="Answers without a message" parent={{ to: '/studio/outbox', label: 'Outbox' }}>
      <ActionOutcome />
      <ViewTabs
        label="E-mails without a message"
        views={replyFilters.map((value) => ({
          label: filterWords[value],
          query: (value === 'OPEN' ? {} : { state: value }) as Record<string, string>,
          count: list.counts[value],
        }))}
      />
      {list.items.length === 0 ? (
        <EmptyState drawing="inbox" title={title}>
          <p>{text}</p>
        </EmptyState>
      ) : (
        <ul aria-label="E-mails, the newest first" className={styles.list}>
          {list.items.map((reply) => (
            <ReplyItem key={reply.id} reply={reply} state={state} canAct={canAct} />
          ))}
        </ul>
      )}
      <Pager {...list} />
    </ScreenLayout>
  );
}

/** Lists mails that came back without a message, adds them to one, or sets them aside. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Answers without a message',
  loader: async ({ client, url }) => {
    const state = replyFilters.find((each) => each === url.searchParams.get('state')) ?? 'OPEN';
    return { state, list: await loadListPage(url, (page) => client.call('unmatchedReplies', { state, page })) };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', ['assign', 'dismiss', 'restore']);
    const id = Number(readFields(form, 'id').id);
    if (intent === 'assign') {
      const { reference } = await client.call('assignReply', {
        id,
        reference: readFields(form, 'reference').reference,
      });
      return { done: `The e-mail is in the message ${reference}.` };
    }
    await client.call('dismissReply', { id, isDismissed: intent === 'dismiss' });
    return { done: intent === 'dismiss' ? 'The e-mail is set aside.' : 'The e-mail waits for somebody again.' };
  },
  View,
};
