import { isolateText } from '../../../contract/content/text-direction.ts';
import { getEntryPresencePath } from '../../../contract/studio/presence.ts';
import { Initials } from '../../parts/initials.tsx';
import { useOthers } from '../../parts/use-others.ts';
import styles from './presence-line.module.css';

/**
 * Names the other people who have the entry open. Nobody is locked out: changes are merged. `onVersion` gets
 * each stored version.
 */
export function PresenceLine({ entryId, onVersion }: { entryId: number; onVersion: (version: string) => void }) {
  const others = useOthers(getEntryPresencePath(entryId), onVersion);
  const names = new Intl.ListFormat('en-GB').format(others.map(({ name }) => isolateText(name)));
  return (
    <p role="status" className={styles.line} title={names}>
      {others.map(({ name }) => (
        <Initials key={name} name={name} />
      ))}
      {others.length > 0 && (
        <span className={styles.words}>{`${names} ${others.length === 1 ? 'has' : 'have'} this entry open too.`}</span>
      )}
    </p>
  );
}
