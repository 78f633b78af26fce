import { Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useActionData, useLocation, useRevalidator } from 'react-router';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { useMessageNews } from '../../message-news.ts';
import { ButtonLink, buttonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import type { Screen } from '../../screen.ts';
import styles from './inbox-view.module.css';
import { getInboxAddress, type InboxAnswer, type InboxData, kindNames, loadInbox } from './load-inbox.ts';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';
import { runInboxAction } from './run-inbox-action.ts';
import { inboxKeys, useInboxKeys } from './use-inbox-keys.ts';

/** Loads the screen anew when a message was received or changed. What is being typed stays. */
function useFreshMessages(): void {
  const version = useMessageNews()?.version;
  const { revalidate, state } = useRevalidator();
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (version === undefined || version === shown.current || state !== 'idle') return;
    const isFirst = shown.current === undefined;
    shown.current = version;
    // The first news say what the screen shows already.
    if (!isFirst) void revalidate();
  }, [version, revalidate, state]);
}

function Result({ answer }: { answer: InboxAnswer | undefined }) {
  return (
    <>
      <RefusalNotice refusal={answer?.refusal} />
      <Notice>
        {answer?.done && (
          <div className={formStyles.row}>
            <span>{answer.done}</span>
            {answer.undo && (
              <PostForm sends={{ intent: 'undo' }}>
                <Submit look="bare" name="group" value={answer.undo} label="Undo" />
              </PostForm>
            )}
          </div>
        )}
      </Notice>
    </>
  );
}

function Filters({ filter, choices }: Pick<InboxData, 'filter' | 'choices'>) {
  const { q, kind, assignee, tag, only } = filter;
  const first = (label: string) => ({ value: '', label });
  return (
    <FilterChips
      kept={['state']}
      search={{ name: 'q', label: 'Search messages', value: q }}
      chips={[
        {
          name: 'kind',
          label: 'Form',
          value: kind,
          options: [first('Any'), ...Object.entries(kindNames).map(([value, label]) => ({ value, label }))],
        },
        {
          name: 'assignee',
          label: 'For',
          value: assignee,
          options: [
            first('Anyone'),
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'Nobody yet' },
            ...choices.people.map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
        {
          name: 'tag',
          label: 'Tag',
          value: tag,
          options: [
            first('Any'),
            ...[...new Set([...choices.tags, ...(tag ? [tag] : [])])].map((value) => ({ value, label: value })),
          ],
        },
        {
          name: 'only',
          label: 'Only',
          value: only,
          options: [
            first('All'),
            { value: 'unread', label: 'Unread' },
            { value: 'given-up', label: 'With a mail that failed' },
          ],
        },
      ]}
    />
  );
}

function Keys() {
  return (
    <Menu
      side="below-end"
      className={buttonLink.bare}
      button={
        <>
          <Icon of={Keyboard} />
          <span data-keys>Keys</span>
        </>
      }
    >
      <dl className={styles.keys}>
        {inboxKeys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Menu>
  );
}

/** Returns what the last form answered until the next navigation. The router forgets it when news reload the screen. */
function useAnswer(): InboxAnswer | undefined {
  const answer = useActionData<InboxAnswer>();
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  if (key !== kept.key || (answer !== undefined && answer !== kept.answer)) setKept({ answer, key });
  return answer ?? (key === kept.key ? kept.answer : undefined);
}

/** Renders the list and, on wide screens beside it, the message that is open. */
export function InboxView({ data }: { data: InboxData }) {
  const answer = useAnswer();
  const { search } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const { message, counts, filter } = data;
  useInboxKeys(root, data);
  useFreshMessages();
  return (
    <div ref={root} className={styles.inbox} data-open={message ? '' : undefined}>
      <ScreenLayout
        title={message ? message.name : 'Inbox'}
        parent={message ? { to: getInboxAddress(null, search), label: 'Inbox' } : undefined}
        actions={<Keys />}
      >
        <div className={styles.bar}>
          <ViewTabs
            label="Views"
            views={[
              { label: 'Open', query: filter.q ? { state: 'OPEN' } : {}, count: counts.open },
              { label: 'Mine', query: { assignee: 'me' }, count: counts.mine },
              { label: 'Nobody’s', query: { assignee: 'nobody' }, count: counts.unassigned },
              { label: 'Waiting', query: { state: 'WAITING' } },
              { label: 'Done', query: { state: 'DONE' } },
              // A search looks everywhere, unless a state is chosen.
              { label: 'All', query: filter.q ? {} : { state: 'ALL' } },
              { label: 'Quarantine', query: { state: 'QUARANTINE' }, count: counts.quarantine },
            ]}
          />
          <Filters {...data} />
        </div>
        <div className={styles.panes}>
          <section aria-label="Messages" className={styles.list}>
            {!message && <Result answer={answer} />}
            <MessageList key={JSON.stringify(filter)} data={data} />
            {(filter.after || data.next) && (
              <nav aria-label="Pages of the list" className={styles.pager}>
                {filter.after && <ButtonLink to={getInboxAddress(null, search, { after: '' })}>Newest</ButtonLink>}
                {data.next && <ButtonLink to={getInboxAddress(null, search, { after: data.next })}>Older</ButtonLink>}
              </nav>
            )}
          </section>
          <section aria-label="Message" className={styles.message}>
            {message ? (
              <>
                <Result answer={answer} />
                <MessageView key={message.reference} data={{ ...data, message }} answer={answer} />
              </>
            ) : (
              <EmptyState drawing="inbox" title="No message is open">
                <p>Choose one in the list.</p>
              </EmptyState>
            )}
          </section>
        </div>
      </ScreenLayout>
    </div>
  );
}

/**
 * Lists what visitors wrote, with filters and acts on several messages, and shows the message that the address names
 * beside the list. Works without JavaScript.
 */
export const screen: Screen<InboxData> = {
  title: ({ message }) => (message ? `${isolateText(message.name)}, ${message.reference}` : 'Inbox'),
  loader: (args) => loadInbox(args, args.params.reference ?? null),
  action: (args) => runInboxAction(args, args.params.reference ?? null),
  // What somebody else did meanwhile is why an answer is refused.
  reloadsAfterRefusal: true,
  View: InboxView,
};
