import { ExternalLink } from 'lucide-react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { getEntryPresencePath } from '../../../contract/studio/presence.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { buttonLink } from '../../parts/button.tsx';
import { StateLabel } from '../../parts/entry-table.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Initials } from '../../parts/initials.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { useOthers } from '../../parts/use-others.ts';
import { SaveLine } from '../../saving/save-line.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';
import entryStateStyles from './entry-state.module.css';
import styles from './presence-line.module.css';

/**
 * Names the other people who have the entry open. Nobody is locked out: changes are merged. `onVersion` gets each
 * stored version.
 */
function PresenceLine({ entryId, onVersion }: { entryId: number; onVersion: (version: string) => void }) {
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

/** Says how an entry stands: what visitors see of it, where the last words are, and who else has it open. */
export function EntryState({
  entry,
  draft,
  left,
  onVersion,
}: {
  entry: EntrySummary;
  draft: SaverSnapshot;
  /** How much is missing before the entry can be published. */
  left: number;
  /** Called with each version of the entry that is stored. */
  onVersion: (version: string) => void;
}) {
  return (
    <div className={form.row}>
      <span>
        {entry.id > 0 ? <StateLabel entry={entry} /> : <StateDot tone="soft">As delivered</StateDot>}
        {left > 0 && <span title="Missing before it can be published. Publish lists it."> · {left} left</span>}
      </span>
      {entry.state === 'PUBLISHED' && (
        <a
          href={getEntryPath(entry.type, entry.slug)}
          title="Open on the site"
          className={`${buttonLink.bare} ${entryStateStyles.open}`}
        >
          <Icon of={ExternalLink} /> <span className="visually-hidden">Open on the site</span>
        </a>
      )}
      <SaveLine draft={draft} />
      {entry.id > 0 && <PresenceLine entryId={entry.id} onVersion={onVersion} />}
    </div>
  );
}
