import { History, PanelRight, Share2 } from 'lucide-react';
import { Link } from 'react-router';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';
import { Choice } from './choice.tsx';
import styles from './entry-actions.module.css';
import { toPreviewAddress } from './preview-pages.ts';
import { PublishButton } from './publish-dialog.tsx';
import { type usePlaces, viewModes } from './use-places.ts';

const links = [
  ['Share', Share2],
  ['History', History],
] as const;

/** Renders what can be done with an entry: what is shown of it, its other screens, and the main action last. */
export function EntryActions({
  opened: { entry, canPublish, canWrite },
  draft,
  places,
  onSubmit,
  onPublish,
}: {
  opened: OpenedEntry;
  draft: SaverSnapshot;
  places: ReturnType<typeof usePlaces>;
  /** Shows the form by which an author submits the draft for review. */
  onSubmit: () => void;
  onPublish: () => void;
}) {
  const isStored = entry.id > 0;
  const canSubmit = isStored && canWrite && !canPublish && draft.version.startsWith('draft-');
  return (
    <>
      <div className={styles.views}>
        <Choice label="View" options={viewModes} value={places.shownView} onChange={places.showView} />
      </div>
      <noscript>
        <a
          href={toPreviewAddress(null, { entry: String(entry.id), theme: 'light', version: draft.version })}
          target="_blank"
          rel="noreferrer"
          className={buttonLink.bare}
        >
          Preview in a window
        </a>
      </noscript>
      <button
        type="button"
        title="Facts, address, schedule and history"
        className={`${buttonLink.bare} ${styles.toggle}`}
        aria-pressed={places.areDetailsShown}
        onClick={places.toggleDetails}
      >
        <Icon of={PanelRight} /> <span className={styles.name}>Details</span>
      </button>
      {(isStored ? links : []).map(([name, icon]) => (
        <Link
          key={name}
          to={`/studio/content/${entry.id}/${name.toLowerCase()}`}
          title={name}
          className={`${buttonLink.bare} ${styles.link}`}
        >
          <Icon of={icon} /> <span className={styles.word}>{name}</span>
        </Link>
      ))}
      {canSubmit && <Button look="primary" onClick={onSubmit} label="Submit…" />}
      {isStored && canPublish && <PublishButton entry={entry} draft={draft} onPress={onPublish} />}
    </>
  );
}
