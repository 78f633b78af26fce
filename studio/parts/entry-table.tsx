import { Copy, ExternalLink, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { EntryState, EntrySummary } from '../../contract/studio/shapes.ts';
import { useTypeNames } from '../context.ts';
import { ButtonLink, buttonLink } from './button.tsx';
import styles from './entry-table.module.css';
import { Icon } from './icon.tsx';
import { Person } from './initials.tsx';
import { RelativeTime } from './relative-time.tsx';
import { useUser } from './shell.tsx';
import { StateDot, type Tone } from './state-dot.tsx';
import table from './table.module.css';
import { getDuplicatePath } from './versions.ts';

const stateNames: Record<EntryState, string> = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  PUBLISHED: 'Published',
  WITHDRAWN: 'Withdrawn',
};

const stateTones: Record<EntryState, Tone> = { DRAFT: 'open', SCHEDULED: 'next', PUBLISHED: 'live', WITHDRAWN: 'soft' };

/** Shows the state of an entry, and what changes later: its draft, a scheduled text or withdrawal. */
export function StateLabel({ entry }: { entry: EntrySummary }) {
  const hasDraft = entry.isChanged && entry.state !== 'DRAFT';
  return (
    <>
      <StateDot tone={stateTones[entry.state]}>{stateNames[entry.state]}</StateDot>
      {hasDraft && <span className={styles.more}> · changed</span>}
      {entry.nextAt && <span className={styles.more}> · next text scheduled</span>}
      {entry.withdrawnAt && entry.state !== 'WITHDRAWN' && <span className={styles.more}> · withdrawal scheduled</span>}
    </>
  );
}

/** A column beside the title. Its name is in the address where columns are chosen. */
interface EntryColumn {
  label: string;
  render(props: { entry: EntrySummary; typeName: string }): ReactNode;
}

/** The columns of a table of entries beside the title, by the names that the address uses. */
export const entryColumns = {
  type: { label: 'Type', render: ({ typeName }) => typeName },
  state: { label: 'State', render: ({ entry }) => <StateLabel entry={entry} /> },
  category: { label: 'Category', render: ({ entry: { category } }) => category && <bdi>{category}</bdi> },
  author: { label: 'Author', render: ({ entry: { author } }) => author && <bdi>{author}</bdi> },
  published: {
    label: 'Published',
    render: ({ entry: { publishedAt } }) => publishedAt && <RelativeTime at={publishedAt} />,
  },
  saved: {
    label: 'Saved',
    render: ({ entry: { savedAt, savedBy } }) => (
      <span className={styles.saved}>
        {savedAt && <RelativeTime at={savedAt} />}
        {savedBy && <Person name={savedBy} />}
      </span>
    ),
  },
} as const satisfies Record<string, EntryColumn>;

export type EntryColumnName = keyof typeof entryColumns;

/** The columns that a table shows without a choice. */
export const initialColumns: readonly EntryColumnName[] = ['type', 'state', 'category', 'saved'];

/** The check boxes of a table whose entries can be selected. */
export interface RowSelection {
  selected: { has(id: number): boolean };
  getValue(entry: EntrySummary): string;
  toggle(index: number, isRange: boolean): void;
}

function SelectBox({ entry, index, selection }: { entry: EntrySummary; index: number; selection: RowSelection }) {
  return (
    <td className={table.select}>
      <input
        type="checkbox"
        name="entry"
        aria-label={`Select ${entry.title || 'Untitled'}`}
        value={selection.getValue(entry)}
        checked={selection.selected.has(entry.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

function RowActs({ entry }: { entry: EntrySummary }) {
  const title = entry.title || 'Untitled';
  const canCopy = hasPermission(useUser().role, 'write-drafts') && entry.type !== 'SETTING';
  const isVisible = entry.state === 'PUBLISHED' && entry.type !== 'SETTING';
  return (
    <div>
      {isVisible && (
        <a
          href={getEntryPath(entry.type, entry.slug)}
          aria-label={`Open the page of ${title}`}
          title="Open the page"
          className={buttonLink.bare}
        >
          <Icon of={ExternalLink} />
        </a>
      )}
      <ButtonLink
        to={`/studio/content/${entry.id}/history`}
        aria-label={`History of ${title}`}
        title="History"
        look="bare"
      >
        <Icon of={History} />
      </ButtonLink>
      {canCopy && (
        <ButtonLink to={getDuplicatePath(entry.id)} aria-label={`Duplicate ${title}`} title="Duplicate" look="bare">
          <Icon of={Copy} />
        </ButtonLink>
      )}
    </div>
  );
}

/** Renders entries as a table, each a link to its editor. On a phone each row becomes a block. */
export function EntryTable({
  entries,
  caption,
  columns = initialColumns,
  selection,
  selectAll,
}: {
  entries: EntrySummary[];
  caption: string;
  columns?: readonly EntryColumnName[];
  selection?: RowSelection | undefined;
  /** The check box that selects all rows. */
  selectAll?: ReactNode;
}) {
  const getName = useTypeNames();
  return (
    <table className={`${table.table} ${styles.entries}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && <td className={table.select}>{selectAll}</td>}
          <th scope="col">Title</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={styles[name]}>
              {name === 'saved' ? (
                <span className={styles.saved}>
                  <span>Saved</span> By
                </span>
              ) : (
                entryColumns[name].label
              )}
            </th>
          ))}
          <td>
            <span className="visually-hidden">Actions</span>
          </td>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={entry.id} data-selected={selection?.selected.has(entry.id) || undefined}>
            {selection && <SelectBox entry={entry} index={index} selection={selection} />}
            <th scope="row" className={styles.title}>
              <Link to={`/studio/content/${entry.id}`} dir="auto">
                {entry.title || 'Untitled'}
              </Link>
              {/* The title of Home says what the company does, so the address says which page it is. */}
              {entry.type === 'PAGE' && <span className={styles.path}> {getEntryPath(entry.type, entry.slug)}</span>}
            </th>
            {columns.map((name) => (
              <td key={name} className={styles[name]}>
                {entryColumns[name].render({ entry, typeName: getName(entry.type) })}
              </td>
            ))}
            <td className={`${table.acts} ${styles.acts}`}>
              <RowActs entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
