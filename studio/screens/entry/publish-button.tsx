import { Link } from 'react-router';
import { findPublishObstacle } from '../../../contract/studio/find-publish-obstacle.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import type { SaverSnapshot } from '../../saving/save-state.ts';

/**
 * Renders the button that opens the publish dialog; without JavaScript, a link to the plan. While visitors already see
 * the text, the button says so and does nothing. Typing and saving count at once, before the entry is loaded again.
 */
export function PublishButton({
  entry,
  draft,
  onPress,
}: {
  entry: EntrySummary;
  draft: SaverSnapshot;
  onPress: () => void;
}) {
  const isChanged = draft.state !== 'saved' || draft.version.startsWith('draft-');
  const isReady = findPublishObstacle({ ...entry, isChanged }) === null;
  return (
    <>
      {/* A button with the attribute `disabled` would lose the focus. */}
      <Button look={isReady ? 'primary' : 'quiet'} aria-disabled={!isReady} onClick={() => isReady && onPress()}>
        {isReady ? 'Publish…' : 'Nothing to publish'}
      </Button>
      {isReady && (
        <noscript>
          <Link
            to={`/studio/content/bulk?kind=PUBLISH&from=entry&entry=${entry.id}.${entry.version}`}
            discover="none"
            className={buttonLink.primary}
          >
            Publish…
          </Link>
        </noscript>
      )}
    </>
  );
}
