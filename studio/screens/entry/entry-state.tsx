import { ExternalLink } from 'lucide-react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { buttonLink } from '../../parts/button.tsx';
import { StateLabel } from '../../parts/entry-table.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { SaveLine } from '../../saving/save-line.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';
import styles from './entry-state.module.css';
import { PresenceLine } from './presence-line.tsx';

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
        <StateLabel entry={entry} />
        {left > 0 && <span title="Missing before it can be published. Publish lists it."> · {left} left</span>}
      </span>
      {entry.state === 'PUBLISHED' && (
        <a
          href={getEntryPath(entry.type, entry.slug)}
          title="Open on the site"
          className={`${buttonLink.bare} ${styles.open}`}
        >
          <Icon of={ExternalLink} /> <span className="visually-hidden">Open on the site</span>
        </a>
      )}
      <SaveLine draft={draft} />
      <PresenceLine entryId={entry.id} onVersion={onVersion} />
    </div>
  );
}
