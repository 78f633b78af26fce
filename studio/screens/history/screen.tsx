import { use } from 'react';
import { Form, Link, redirect } from 'react-router';
import type { ListedVersion, VersionKind } from '../../../contract/studio/history-operations.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { loadListPage } from '../../list-page.ts';
import { Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { Initials } from '../../parts/initials.tsx';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { SelectField } from '../../parts/text-field.tsx';
import { formatTime } from '../../parts/time.ts';
import { quoteTitle } from '../../parts/title.ts';
import { describeState, describeStoring, getVersionPath, nameVersion } from '../../parts/versions.ts';
import { type SavedView, ViewTabs } from '../../parts/view-tabs.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import type { Screen } from '../../screen.ts';
import styles from './version-table.module.css';

/** Renders versions as a table, each with its difference from the one before and from the text of now. */
function VersionTable({ items, opened }: { items: ListedVersion[]; opened: OpenedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  const { entry, version: current, canWrite } = opened;
  return (
    <Table caption="Versions, the newest first" columns={['Version', 'Stored', 'State', 'Differences']}>
      {items.map((item) => {
        const name = nameVersion(item, timeZone);
        const { version, previous } = item;
        return (
          <tr key={version}>
            <th scope="row">{name}</th>
            <td className={table.wide}>
              <span className={form.row}>
                <Initials name={item.storedBy ?? ''} />
                <span>{describeStoring(item)}</span>
                {(item.number !== null || item.isDraft) && <RelativeTime at={item.storedAt} className={form.soft} />}
              </span>
            </td>
            <td className={table.wide}>
              {item.isLive ? (
                <StateDot tone={entry.state === 'WITHDRAWN' ? 'soft' : 'live'}>
                  {describeState(item, entry.state)}
                </StateDot>
              ) : (
                describeState(item, entry.state)
              )}
            </td>
            <td className={table.wide}>
              <div className={styles.links}>
                <Link to={getVersionPath(entry.id, previous, version)}>
                  {previous === null ? 'Show' : 'What changed'}
                  <span className="visually-hidden"> in {name}</span>
                </Link>
                {version !== current && (
                  <Link to={getVersionPath(entry.id, version, current)}>
                    Compare with now<span className="visually-hidden">: {name}</span>
                  </Link>
                )}
                {canWrite && version !== current && (
                  <PostForm sends={{ version: current, intent: 'replace' }}>
                    <Submit
                      look="bare"
                      name="restored"
                      value={version}
                      aria-label={`Restore ${name}`}
                      label="Restore"
                    />
                  </PostForm>
                )}
              </div>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** Compares two versions of the list, at first the two newest. */
function CompareForm({ items, entryId }: { items: ListedVersion[]; entryId: number }) {
  const { timeZone } = use(StudioSettingsContext);
  if (items.length < 2) return null;
  const options = items.map((item) => ({ value: item.version, label: nameVersion(item, timeZone) }));
  return (
    <Form action={`/studio/content/${entryId}/history`} className={fieldRow.row}>
      <SelectField label="Older version" name="before" options={options} defaultValue={items[1]?.version} />
      <SelectField label="Newer version" name="after" options={options} defaultValue={items[0]?.version} />
      <div className={fieldRow.action}>
        <Submit label="Compare" />
      </div>
    </Form>
  );
}

interface Data {
  opened: OpenedEntry;
  items: ListedVersion[];
  page: number;
  size: number;
  total: number;
}

/** The saved views of the history, by the kind of versions. */
const views: readonly SavedView[] = [
  { label: 'All versions' },
  { label: 'Published and kept', query: { kind: 'REVISION' } },
  { label: 'Saves', query: { kind: 'SAVE' } },
];
const kinds: readonly VersionKind[] = ['REVISION', 'SAVE'];

/** Discards the draft, or brings back the draft that was discarded last. */
function DraftForm({ opened }: { opened: OpenedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  const { entry, version, discarded, canWrite } = opened;
  if (!canWrite) return null;
  const canDiscard = version.startsWith('draft-') && entry.state !== 'DRAFT';
  if (!canDiscard && !discarded) return null;
  return (
    <PostForm className={form.row} sends={{ version }}>
      {canDiscard ? (
        <Submit look="danger" intent="discard" label="Discard the draft" />
      ) : (
        discarded && (
          <>
            <input type="hidden" name="restored" value={discarded.version} />
            <span>
              <bdi>{discarded.by ?? 'Somebody'}</bdi> discarded a draft on {formatTime(discarded.at, timeZone)}.
            </span>
            <Submit intent="restore" label="Bring it back" />
          </>
        )
      )}
    </PostForm>
  );
}

function View({ data: { opened, items, ...list } }: { data: Data }) {
  const { entry } = opened;
  return (
    <ScreenLayout
      title="History"
      parent={{ to: `/studio/content/${entry.id}`, label: entry.title || 'Untitled' }}
      actions={<DraftForm opened={opened} />}
    >
      <ActionOutcome />
      <ViewTabs label="Kinds of versions" views={views} />
      {items.length > 0 ? (
        <>
          <CompareForm key={items.map(({ version }) => version).join()} items={items} entryId={entry.id} />
          <VersionTable items={items} opened={opened} />
          <p className={form.soft}>
            Nothing is lost when an older version becomes the draft: the text that it replaces stays in this list.
          </p>
        </>
      ) : (
        <EmptyState drawing="empty" title="There are no such versions yet.">
          <p>Each publication and each saved change of the draft is listed here.</p>
        </EmptyState>
      )}
      <Pager {...list} />
    </ScreenLayout>
  );
}

/** Lists what was published, kept and saved of an entry. Everything works without JavaScript. */
export const screen: Screen<Data> = {
  title: ({ opened: { entry } }) => `History of ${quoteTitle(entry.title)}`,
  loader: async ({ client, params, url }) => {
    const { searchParams } = url;
    const id = Number(params.id);
    const [before, after] = [searchParams.get('before'), searchParams.get('after')];
    if (before && after) throw redirect(getVersionPath(id, before, after));
    const kind = kinds.find((each) => each === searchParams.get('kind'));
    const [opened, list] = await Promise.all([
      client.call('openEntry', { id }),
      loadListPage(url, (page) => client.call('entryHistory', { id, kind, page })),
    ]);
    return { opened, ...list };
  },
  action: async ({ client, params, form }) => {
    const id = Number(params.id);
    const { version } = readFields(form, 'version');
    const intent = readChoice(form, 'intent', ['discard', 'restore', 'replace']);
    if (intent === 'discard') {
      await client.call('discardDraft', { id, version });
      return { done: 'The draft is discarded. The editor shows what was published last.' };
    }
    await client.call('restoreVersion', { id, version, restored: readFields(form, 'restored').restored });
    if (intent === 'restore') return { to: `/studio/content/${id}` };
    return { done: 'The draft has the text of that version now. Visitors see it when you publish.' };
  },
  View,
};
