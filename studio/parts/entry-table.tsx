import { use } from 'react';
import { Link } from 'react-router';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import type { EntryState, EntrySummary } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext, useTypeNames } from '../context.ts';
import { ColumnHeads } from './column-heads.tsx';
import styles from './entry-table.module.css';
import { StateDot, type Tone } from './state-dot.tsx';
import { formatTime } from './time.ts';

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

/** The check boxes of a table whose entries can be selected. */
export interface RowSelection {
  selected: { has(id: number): boolean };
  getValue(entry: EntrySummary): string;
  toggle(index: number, isRange: boolean): void;
}

function SelectBox({ entry, index, selection }: { entry: EntrySummary; index: number; selection: RowSelection }) {
  return (
    <td className={styles.select}>
      <input
        type="checkbox"
        name="entry"
        aria-label={`Select ${entry.title || 'Untitled'}`}
        className={styles.box}
        value={selection.getValue(entry)}
        checked={selection.selected.has(entry.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

/** Renders entries as a table, each a link to its editor. On a phone each row becomes a block. */
export function EntryTable({
  entries,
  caption,
  selection,
}: {
  entries: EntrySummary[];
  caption: string;
  selection?: RowSelection | undefined;
}) {
  const { timeZone } = use(StudioSettingsContext);
  const getName = useTypeNames();
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <td className={styles.select}>
              <span className="visually-hidden">Selection</span>
            </td>
          )}
          <ColumnHeads names={['Title', 'Type', 'State', 'Category', 'Saved']} />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={entry.id} data-selected={selection?.selected.has(entry.id) || undefined}>
            {selection && <SelectBox entry={entry} index={index} selection={selection} />}
            <th scope="row">
              <Link to={`/studio/content/${entry.id}`} discover="none" dir="auto">
                {entry.title || 'Untitled'}
              </Link>
              {/* The title of Home says what the company does, so the address says which page it is. */}
              {entry.type === 'PAGE' && <span className={styles.path}> {getEntryPath(entry.type, entry.slug)}</span>}
            </th>
            <td>{getName(entry.type)}</td>
            <td>
              <StateLabel entry={entry} />
            </td>
            <td>{entry.category && <bdi>{entry.category}</bdi>}</td>
            <td>
              {entry.savedAt && <time dateTime={entry.savedAt}>{formatTime(entry.savedAt, timeZone)}</time>}
              {entry.savedBy && (
                <>
                  {' '}
                  <bdi className={styles.by}>{entry.savedBy}</bdi>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
