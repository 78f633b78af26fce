import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { roleNames } from '../../../contract/studio/permissions.ts';
import type { PersonalData } from '../../../contract/studio/privacy-operations.ts';
import { Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './personal-data-list.module.css';

/** Renders the forms that export and erase what is listed. Both ask for a proof of who the user is. */
export function ErasePanel({
  personal: { email, count, isOwn, missingFiles },
  findError,
}: {
  personal: PersonalData;
  findError(name: string): string | undefined;
}) {
  if (count === 0) return null;
  return (
    <>
      <Panel title="Export" isPadded>
        <p>
          One archive with all of it: the data as a text to read and as JSON for programs, and the files as they were
          sent.
        </p>
        <PostForm sends={{ intent: 'export', email }}>
          <Submit label="Export…" />
        </PostForm>
      </Panel>
      <Panel title="Erase" isPadded>
        {isOwn ? (
          <p>This is an address of the company itself. Every mail names it, so nothing is erased.</p>
        ) : (
          <PostForm className={form.form} sends={{ intent: 'erase', email }}>
            <p>
              Everything listed above is erased for good, from this server at once. Backups keep it until they are
              removed. Answer the person before: afterwards their messages and address are gone.
            </p>
            {missingFiles > 0 && (
              <Notice kind="alert">
                <p>
                  The bytes of {formatCount(missingFiles, 'file')} are not on this server. If they are on another
                  machine, ask the operator to erase everything from there.
                </p>
                <label className={form.row}>
                  <input type="checkbox" name="lostFiles" value="yes" />
                  They are lost. Erase the rest.
                </label>
              </Notice>
            )}
            <div className={fieldRow.row}>
              <TextField
                label={`Type ${count} to confirm`}
                name="count"
                inputMode="numeric"
                required
                autoComplete="off"
                error={findError('count')}
              />
              <div className={fieldRow.action}>
                <Submit look="danger" label="Erase everything listed" />
              </div>
            </div>
          </PostForm>
        )}
      </Panel>
    </>
  );
}

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
