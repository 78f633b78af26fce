import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { roleNames } from '../../../contract/studio/permissions.ts';
import type { PersonalData } from '../../../contract/studio/privacy-operations.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import styles from './personal-data-list.module.css';

function Group({ group: { name, count, items } }: { group: PersonalData['groups'][number] }) {
  return (
    <Panel title={`${name.charAt(0).toUpperCase()}${name.slice(1)}`} count={count}>
      <ul className={styles.items}>
        {items.map(({ text, at, reference }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and its texts may be equal
          <li key={index} className={styles.item}>
            <span className={styles.text} dir="auto">
              {text}
            </span>
            {reference && <Link to={`/studio/inbox/${reference}`}>{reference}</Link>}
            {at && <RelativeTime at={at} />}
          </li>
        ))}
        {count > items.length && (
          <li className={styles.item}>{formatCount(count - items.length, 'further row')} in the export</li>
        )}
      </ul>
    </Panel>
  );
}

/** Says what is not erased with an address, and why. */
function KeptPanel({ personal: { user, mentions } }: { personal: PersonalData }) {
  return (
    <Panel title="Stays, whatever is erased" isShown={user !== null || mentions.length > 0}>
      <ul className={styles.items}>
        {user && (
          <li className={styles.item}>
            <span className={styles.text}>
              <bdi>{user.name}</bdi> is a user of the Studio ({roleNames[user.role].toLowerCase()}
              {user.isDisabled && ', disabled'}). An owner manages users.
            </span>
          </li>
        )}
        {mentions.map(({ reference, name }) => (
          <li key={reference} className={styles.item}>
            <span className={styles.text}>
              The message of <bdi>{name}</bdi> names the address. It belongs to that person.
            </span>
            <Link to={`/studio/inbox/${reference}`}>{reference}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Lists everything that is stored about an address. */
export function PersonalDataList({ personal }: { personal: PersonalData }) {
  const { email, groups, count } = personal;
  if (count === 0)
    return (
      <>
        <EmptyState drawing="search" title="Nothing is stored">
          <p>
            No message, mail, file, note or consultation belongs to <bdi>{email}</bdi>.
          </p>
        </EmptyState>
        <KeptPanel personal={personal} />
      </>
    );
  return (
    <section aria-labelledby="personal-data" className={styles.list}>
      <h2 id="personal-data">
        Everything about <bdi>{email}</bdi>: {formatCount(count, 'record')}
      </h2>
      {groups.map((group) => (
        <Group key={group.table} group={group} />
      ))}
      <KeptPanel personal={personal} />
    </section>
  );
}
