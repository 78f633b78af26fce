import { use } from 'react';
import { Link } from 'react-router';
import type { ListedVersion } from '../../../contract/studio/history-operations.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { Table } from '../../parts/table.tsx';
import { describeState, describeStoring, getVersionPath, nameVersion } from '../../parts/versions.ts';
import styles from './version-table.module.css';

/** The form that makes a version the draft. The table is inside another form, and forms do not nest. */
export const restoreFormId = 'restore';

/**
 * Renders versions as a table, each with its difference from the one before and from the text of now. Two can be
 * chosen.
 */
export function VersionTable({ items, opened }: { items: ListedVersion[]; opened: OpenedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  const { entry, version: current } = opened;
  const { canWrite } = opened;
  const sides = items.length > 1 ? (['Before', 'After'] as const) : [];
  return (
    <Table caption="Versions, the newest first" columns={[...sides, 'Version', 'When', 'State', 'Differences']}>
      {items.map((item, index) => {
        const name = nameVersion(item, timeZone);
        const { version, previous } = item;
        return (
          <tr key={version}>
            {sides.map((side) => (
              <td key={side} className={styles.choice}>
                <label>
                  <input
                    type="radio"
                    name={side.toLowerCase()}
                    value={version}
                    defaultChecked={index === (side === 'Before' ? 1 : 0)}
                  />
                  <span className={styles.side}>{side}</span>
                  <span className="visually-hidden">: {name}</span>
                </label>
              </td>
            ))}
            <th scope="row">{name}</th>
            <td>
              <span className={form.row}>
                {(item.number !== null || item.isDraft) && <RelativeTime at={item.storedAt} />}
                <span className={form.soft}>{describeStoring(item)}</span>
              </span>
            </td>
            <td>
              {item.isLive ? (
                <StateDot tone={entry.state === 'WITHDRAWN' ? 'soft' : 'live'}>
                  {describeState(item, entry.state)}
                </StateDot>
              ) : (
                describeState(item, entry.state)
              )}
            </td>
            <td className={styles.links}>
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
                <Submit
                  look="bare"
                  form={restoreFormId}
                  name="restored"
                  value={version}
                  aria-label={`Restore ${name}`}
                  label="Restore"
                />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
