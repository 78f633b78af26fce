import { Inbox } from 'lucide-react';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { MailList, OutboxMail } from '../../../contract/studio/mail-operations.ts';
import { type MailFilter, mailFilters, mailFilterWords } from '../../../contract/studio/mail-states.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { loadListPage } from '../../list-page.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import { ActionOutcome, Notice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Section } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { Pager } from '../../parts/table.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import { MailItem } from './mail-item.tsx';
import styles from './outbox.module.css';

interface Data {
  list: MailList;
  state: MailFilter | undefined;
  q: string;
  unmatched: number;
}

/** Says whether answers of visitors arrive in the Studio. */
function MailboxState({ list: { mailbox } }: { list: MailList }) {
  if (!mailbox) return <StateDot tone="soft">Answers go to the company’s own mailbox</StateDot>;
  if (mailbox.error) return <StateDot tone="alert">Answers are not read</StateDot>;
  return (
    <StateDot tone="live">
      Answers were read <RelativeTime at={mailbox.checkedAt} />
    </StateDot>
  );
}

/** Shows what keeps several mails from being sent, with the act that sends them. */
function Problems({ list: { mailbox, reasons, restored, isSent }, canAct }: { list: MailList; canAct: boolean }) {
  return (
    <>
      {!isSent && (
        <Notice kind="alert">
          <p>No mail server is set, so every e-mail waits here. The operator sets it as SMTP_URL.</p>
        </Notice>
      )}
      {mailbox?.error && (
        <Notice kind="alert">
          <p>
            Answers to {mailbox.address} do not arrive: <q dir="auto">{mailbox.error}</q> It is tried again by itself.
          </p>
        </Notice>
      )}
      {reasons.map(({ reason, count }) => (
        <Notice key={reason} kind="alert">
          <div className={styles.bar}>
            <p>
              {formatCount(count, 'e-mail was', 'e-mails were')} given up for the same reason:{' '}
              <q dir="auto">{reason}</q>
            </p>
            {canAct && (
              <PostForm sends={{ intent: 'retry-reason' }}>
                <Submit name="reason" value={reason}>
                  Send all {count} again
                </Submit>
              </PostForm>
            )}
          </div>
        </Notice>
      ))}
      {restored > 0 && (
        <Notice kind="alert">
          <div className={styles.bar}>
            <p>
              {formatCount(restored, 'e-mail is', 'e-mails are')} held since a backup was restored: the site may have
              sent {restored === 1 ? 'it' : 'them'} already.
            </p>
            {canAct && (
              <PostForm>
                <Submit intent="release">{restored === 1 ? 'Send it' : `Send all ${restored}`}</Submit>
              </PostForm>
            )}
          </div>
        </Notice>
      )}
    </>
  );
}

function MailGroup({ title, items, canAct }: { title: string; items: OutboxMail[]; canAct: boolean }) {
  return (
    <Section title={title} isShown={items.length > 0}>
      <ul aria-label={title} className={styles.list}>
        {items.map((mail) => (
          <MailItem key={mail.id} mail={mail} canAct={canAct} />
        ))}
      </ul>
    </Section>
  );
}

function EmptyOutbox({ data: { state, q, list } }: { data: Data }) {
  if (state || q)
    return (
      <EmptyState drawing="search" title="No e-mail matches">
        <p>
          {state && !q
            ? `No e-mail is in the state “${mailFilterWords[state]}” now.`
            : 'The search looks at the recipient, the subject and the reference.'}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState drawing="done" title="No e-mail was sent yet">
      <p>
        {list.isSent
          ? 'Receipts, answers and notices stand here from the first message on.'
          : 'E-mails wait here until a mail server is set.'}
      </p>
    </EmptyState>
  );
}

function View({ data }: { data: Data }) {
  const { list, state, q, unmatched } = data;
  const canAct = hasPermission(useUser().role, 'answer-messages');
  const needing = list.items.filter(({ needsPerson }) => needsPerson);
  const others = list.items.filter(({ needsPerson }) => !needsPerson);
  const options = mailFilters.map((value) => ({ value, label: `${mailFilterWords[value]} (${list.counts[value]})` }));
  return (
    <ScreenLayout
      title="Outbox"
      state={<MailboxState list={list} />}
      actions={
        <ButtonLink to="/studio/outbox/replies" icon={Inbox}>
          Answers without a message{unmatched > 0 && ` (${unmatched})`}
        </ButtonLink>
      }
    >
      <ActionOutcome />
      <Problems list={list} canAct={canAct} />
      <FilterChips
        search={{ name: 'q', label: 'Search e-mails', value: q }}
        chips={[
          { name: 'state', label: 'State', value: state ?? '', options: [{ value: '', label: 'All' }, ...options] },
        ]}
      />
      {list.items.length === 0 ? (
        <EmptyOutbox data={data} />
      ) : (
        <>
          <MailGroup title="Need a person" items={needing} canAct={canAct} />
          <MailGroup title="Waiting" items={others.filter(({ state }) => state !== 'SENT')} canAct={canAct} />
          <MailGroup title="Sent" items={others.filter(({ state }) => state === 'SENT')} canAct={canAct} />
        </>
      )}
      <Pager {...list} />
    </ScreenLayout>
  );
}

/** Lists the mails that go out, with what became of each, and sends them again. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Outbox',
  loader: async ({ client, url }) => {
    const state = mailFilters.find((each) => each === url.searchParams.get('state'));
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const [list, { unmatched }] = await Promise.all([
      loadListPage(url, (page) => client.call('mails', { ...(state && { state }), q, page })),
      client.call('outboxCounts', {}),
    ]);
    return { list, state, q, unmatched };
  },
  action: async ({ client, form }) => {
    const intent = readChoice(form, 'intent', ['retry', 'retry-reason', 'release']);
    if (intent === 'retry') {
      const id = Number(readFields(form, 'id').id);
      const { recipient } = await client.call('retryMail', { id, isSent: form.sent === 'yes' });
      return { done: `The e-mail to ${recipient} is tried now. What the mail server answers stands beside it.` };
    }
    const { count } =
      intent === 'release'
        ? await client.call('releaseRestoredMails', {})
        : await client.call('retryMails', { reason: readFields(form, 'reason').reason });
    return { done: `${formatCount(count, 'e-mail is', 'e-mails are')} being sent.` };
  },
  View,
};
