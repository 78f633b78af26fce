import { ExternalLink, History, PanelRight, Share2 } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { StateLabel } from '../../parts/entry-table.tsx';
import { SaveLine } from '../../saving/save-line.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';
import { Choice } from './choice.tsx';
import styles from './entry-header.module.css';
import { PresenceLine } from './presence-line.tsx';
import { PublishButton } from './publish-button.tsx';
import { type usePlaces, viewModes } from './use-places.ts';

const links = [
  ['Share', Share2],
  ['History', History],
] as const;

/** Renders the line above an entry: which entry it is, where its last words are, what is shown, and the main action. */
export function EntryHeader({
  opened,
  draft,
  heading,
  places,
  onSubmit,
  onPublish,
}: {
  opened: OpenedEntry;
  draft: SaverSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
  places: ReturnType<typeof usePlaces>;
  /** Shows the form by which an author submits the draft for review. */
  onSubmit: () => void;
  onPublish: () => void;
}) {
  const { entry, canPublish, canWrite } = opened;
  const canSubmit = canWrite && !canPublish && draft.version.startsWith('draft-');
  return (
    <div className={styles.header}>
      <div className={styles.names}>
        <h1 ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
          {draft.content.title || 'Untitled'}
        </h1>
        <StateLabel entry={entry} />
        {entry.state === 'PUBLISHED' && (
          <a href={getEntryPath(entry.type, entry.slug)} className={styles.link}>
            <ExternalLink size={16} aria-hidden="true" /> <span className={styles.word}>Open on the site</span>
          </a>
        )}
        <SaveLine draft={draft} />
        <PresenceLine entryId={entry.id} />
      </div>
      <div className={styles.actions}>
        <Choice label="View" options={viewModes} value={places.view} onChange={places.showView} />
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={places.areDetailsShown}
          onClick={places.toggleDetails}
        >
          <PanelRight size={16} aria-hidden="true" /> <span className={styles.word}>Details</span>
        </button>
        {links.map(([name, Icon]) => (
          <Link
            key={name}
            to={`/studio/content/${entry.id}/${name.toLowerCase()}`}
            discover="none"
            className={styles.link}
          >
            <Icon size={16} aria-hidden="true" /> <span className={styles.word}>{name}</span>
          </Link>
        ))}
        {canSubmit && (
          <Button look="primary" onClick={onSubmit}>
            Submit…
          </Button>
        )}
        {canPublish && <PublishButton entry={entry} draft={draft} onPress={onPublish} />}
      </div>
    </div>
  );
}
