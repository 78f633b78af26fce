import { Ellipsis, Paperclip, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { MessageSummary } from '../../../contract/studio/message-shapes.ts';
import { buttonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import formStyles from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Initials } from '../../parts/initials.tsx';
import { Menu, menuItem } from '../../parts/menu.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { getInboxAddress, type InboxData, kindNames, stateNames, stateTones } from './load-inbox.ts';
import styles from './message-list.module.css';
import { pickPrefix } from './run-inbox-action.ts';

function Row({
  message,
  hasState,
  isCurrent,
  isPicked,
  onPick,
}: {
  message: MessageSummary;
  /** Whether the list has messages of other states. */
  hasState: boolean;
  isCurrent: boolean;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}) {
  const { search } = useLocation();
  const { reference, name, kind, excerpt, heardAt, state, isUnread, assignee, tags, files, merged, hasFailedMail } =
    message;
  return (
    <li
      className={styles.row}
      data-reference={reference}
      data-unread={isUnread || undefined}
      data-current={isCurrent || undefined}
    >
      <input
        type="checkbox"
        name={pickPrefix + reference}
        aria-label={`Select the message of ${name}`}
        checked={isPicked}
        onChange={({ target }) => onPick(target.checked)}
        className={styles.box}
      />
      <div className={styles.main}>
        <p className={styles.first}>
          <Link
            to={getInboxAddress(reference, search)}
            className={`${formStyles.cover} ${styles.name}`}
            aria-current={isCurrent || undefined}
          >
            {isUnread && <span className="visually-hidden">Unread: </span>}
            <bdi>{name}</bdi>
          </Link>
          {merged > 0 && <span className={formStyles.soft}>{merged + 1}</span>}
          <RelativeTime at={heardAt} className={styles.time} />
        </p>
        <p dir="auto" className={styles.excerpt}>
          {excerpt}
        </p>
        <p className={styles.facts}>
          {hasState && <StateDot tone={stateTones[state]}>{stateNames[state]}</StateDot>}
          <span>{kindNames[kind]}</span>
          {tags.map((tag) => (
            <bdi key={tag} className={styles.tag}>
              {tag}
            </bdi>
          ))}
          {files > 0 && (
            <span className={styles.fact}>
              <Icon of={Paperclip} />
              {formatCount(files, 'file')}
            </span>
          )}
          {hasFailedMail && (
            <span className={styles.warning}>
              <Icon of={TriangleAlert} />A mail failed
            </span>
          )}
          {assignee && <Initials name={assignee.name} label={`For ${assignee.name}`} />}
        </p>
      </div>
    </li>
  );
}

/** Renders the messages of the list, and the acts on those that are selected. */
export function MessageList({ data: { items, message, choices, filter } }: { data: InboxData }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const shown = items.filter(({ reference }) => picked.has(reference));
  const { search, key } = useLocation();
  // The entry of the browser's history keeps the selection when the page is loaded again.
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const { picked: kept = [] } = (history.state ?? {}) as { picked?: string[] };
    if (kept.length > 0) setPicked(new Set(kept));
    setRestored(true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has a state of its own
  useEffect(() => {
    if (isRestored) history.replaceState({ ...history.state, picked: [...picked] }, '');
  }, [isRestored, picked, key]);
  if (items.length === 0) {
    const isFiltered = filter.q || filter.kind || filter.assignee || filter.tag || filter.only || filter.after;
    return isFiltered ? (
      <EmptyState drawing="search" title="No message matches">
        <p>Choose another view, or clear the filters.</p>
      </EmptyState>
    ) : (
      <EmptyState drawing="inbox" title={filter.state === 'OPEN' ? 'Nothing waits for an answer' : 'Nothing is here'}>
        <p>New messages appear here by themselves.</p>
      </EmptyState>
    );
  }
  return (
    <PostForm
      action={getInboxAddress(message?.reference ?? null, search)}
      onSubmit={() => setPicked(new Set())}
      className={styles.form}
      sends={{ intent: 'change' }}
    >
      <ul aria-label="Messages" className={styles.list}>
        {items.map((each) => (
          <Row
            key={each.reference}
            message={each}
            hasState={filter.state === 'ALL'}
            isCurrent={each.reference === message?.reference}
            isPicked={picked.has(each.reference)}
            onPick={(isPicked) =>
              setPicked((before) => {
                const after = new Set(before);
                if (isPicked) after.add(each.reference);
                else after.delete(each.reference);
                return after;
              })
            }
          />
        ))}
      </ul>
      <SelectionBar
        name="Acts on the selected messages"
        count={shown.length}
        label={`${formatNumber(shown.length)} selected`}
        onClear={() => setPicked(new Set())}
      >
        <Submit name="act" value="DONE" label="Done" />
        <Menu
          side="above-end"
          className={buttonLink.quiet}
          button={
            <>
              <Icon of={Ellipsis} />
              More
            </>
          }
        >
          <button type="submit" name="act" value="READ" className={menuItem}>
            Mark as read
          </button>
          <button type="submit" name="act" value="OPEN" className={menuItem}>
            Open again
          </button>
          <span className={styles.assign}>
            <select name="to" aria-label="Assign to" defaultValue="">
              <option value="">Assign to nobody</option>
              {choices.people.map(({ id, name }) => (
                <option key={id} value={id}>
                  Assign to {name}
                </option>
              ))}
            </select>
            <Submit name="act" value="ASSIGN" label="Assign" />
          </span>
          <hr className={formStyles.divider} />
          {filter.state === 'QUARANTINE' ? (
            <button type="submit" name="act" value="NOT_SPAM" className={menuItem}>
              Not spam
            </button>
          ) : (
            <button type="submit" name="act" value="SPAM" className={menuItem}>
              Spam, into quarantine
            </button>
          )}
        </Menu>
      </SelectionBar>
    </PostForm>
  );
}
