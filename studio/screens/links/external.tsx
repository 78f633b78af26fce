import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { type ExternalLinkState, externalLinkStates } from '../../../contract/studio/external-link-states.ts';
import type { ExternalLink, ExternalLinkList } from '../../../contract/studio/link-operations.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { loadListPage } from '../../list-page.ts';
import { Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime, useNow } from '../../parts/relative-time.tsx';
import { getFieldAddress } from '../../parts/row-list.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { formatDay } from '../../parts/time.ts';
import { readChoice } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import { LinkFilters, LinksLayout } from './parts.tsx';

interface Data {
  list: ExternalLinkList;
  q: string;
  state: ExternalLinkState | undefined;
}

const states: Record<ExternalLinkState, { word: string; tone: Tone }> = {
  FAILED: { word: 'Broken', tone: 'alert' },
  FAILED_ONCE: { word: 'Failed once', tone: 'open' },
  MOVED: { word: 'Moved', tone: 'next' },
  UNKNOWN: { word: 'Not known', tone: 'soft' },
  WAITING: { word: 'Not checked yet', tone: 'soft' },
  OK: { word: 'Fine', tone: 'live' },
};

/** Milliseconds without a result after which a run has stopped before its end, as with its server. */
const longestSilence = 5 * 60_000;

function isRunning({ startedAt, seenAt, endedAt }: ExternalLinkList['run'], now: number): boolean {
  return startedAt !== null && endedAt === null && now - Date.parse(seenAt ?? startedAt) < longestSilence;
}

/** Returns whether somebody asked for a check that has not begun. */
const isAsked = ({ askedAt, startedAt }: ExternalLinkList['run']) => askedAt !== null && askedAt > (startedAt ?? '');

function Progress({ run, now }: { run: ExternalLinkList['run']; now: number }) {
  if (isRunning(run, now))
    return (
      <StateDot tone="next">
        Checked {run.done} of {run.total}
      </StateDot>
    );
  if (isAsked(run)) return <StateDot tone="next">The check begins in a moment</StateDot>;
  if (run.endedAt === null) return <StateDot tone="soft">Not checked yet</StateDot>;
  return (
    <StateDot tone="live">
      Checked <RelativeTime at={run.endedAt} />
    </StateDot>
  );
}

function Row({ link: { url, state, reason, movedTo, checkedAt, failingSince, uses, used } }: { link: ExternalLink }) {
  const { word, tone } = states[state];
  return (
    <tr>
      <th scope="row" className={table.wide}>
        <a href={url} rel="noreferrer" className={form.path}>
          {url}
        </a>
      </th>
      <td className={table.wide}>
        <StateDot tone={tone}>
          {word} {failingSince && `since ${formatDay(failingSince, 'UTC')}`}
        </StateDot>
        {checkedAt && (
          <p className={form.soft}>
            {movedTo && (
              <>
                to{' '}
                <a href={movedTo} rel="noreferrer" className={form.path}>
                  {movedTo}
                </a>
                ,{' '}
              </>
            )}
            {reason && `${reason}, `}checked <RelativeTime at={checkedAt} />
          </p>
        )}
      </td>
      <td data-label="In" className={table.wide}>
        <span className={form.tight}>
          {uses.map((use) => (
            <Link key={`${use.id} ${use.path}`} to={getFieldAddress(use)} dir="auto">
              {use.title}
            </Link>
          ))}
          {used > uses.length && <span className={form.soft}>and {used - uses.length} more</span>}
        </span>
      </td>
    </tr>
  );
}

function View({ data: { list, q, state } }: { data: Data }) {
  const canCheck = hasPermission(useUser().role, 'publish');
  const { items, run, counts } = list;
  const now = useNow();
  const isBusy = run.mode !== 'off' && (isRunning(run, now) || isAsked(run));
  const { revalidate, state: loading } = useRevalidator();
  useEffect(() => {
    if (!isBusy || loading !== 'idle') return undefined;
    const timer = setTimeout(() => void revalidate(), 2_000);
    return () => clearTimeout(timer);
  }, [isBusy, loading, revalidate]);
  const isFiltered = q !== '' || state !== undefined;
  return (
    <LinksLayout
      state={<Progress run={run} now={now} />}
      actions={
        canCheck &&
        run.mode !== 'off' && (
          <PostForm sends={{ intent: 'check' }}>
            <Submit id="check" look="primary" icon={RefreshCw} label="Check now" disabled={isBusy} />
          </PostForm>
        )
      }
    >
      {run.mode === 'off' && (
        <Notice>
          <p>The operator has turned the checks of other sites off (LINK_CHECKS).</p>
        </Notice>
      )}
      {(isFiltered || items.length > 0) && (
        <LinkFilters
          q={q}
          name="state"
          label="State"
          value={state}
          options={Object.fromEntries([
            ['', 'All'],
            ...externalLinkStates.map((each) => [each, `${states[each].word} (${counts[each]})`]),
          ])}
        />
      )}
      {items.length === 0 ? (
        <EmptyState
          drawing={isFiltered ? 'search' : 'empty'}
          title={isFiltered ? 'No address matches.' : 'No text links to another site.'}
        >
          <p>
            Addresses of other sites in what visitors see stand here. An address is broken once two checks on different
            days have failed.
          </p>
        </EmptyState>
      ) : (
        <Table
          caption={`${formatCount(list.total, 'address', 'addresses')} of other sites, the broken ones first`}
          columns={['Address', 'State', 'In']}
        >
          {items.map((link) => (
            <Row key={link.url} link={link} />
          ))}
        </Table>
      )}
      <Pager {...list} />
    </LinksLayout>
  );
}

/** Lists the addresses of other sites with what the last check found, and checks them on demand. */
export const screen: Screen<Data> = {
  title: () => 'Other sites',
  loader: async ({ client, url }) => {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
    const state = externalLinkStates.find((each) => each === url.searchParams.get('state'));
    const load = (page: number) => client.call('externalLinks', { q, page, ...(state && { state }) });
    return { q, state, list: await loadListPage(url, load) };
  },
  action: async ({ client, form: sent }) => {
    readChoice(sent, 'intent', ['check']);
    await client.call('checkExternalLinks', {});
    return { done: 'The check begins in a moment.' };
  },
  View,
};
