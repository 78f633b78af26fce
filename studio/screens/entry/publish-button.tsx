import { Clock3 } from 'lucide-react';
import { use } from 'react';
import { findPublishObstacle } from '../../../contract/studio/find-publish-obstacle.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { formatDay } from '../../parts/time.ts';
import type { SaverSnapshot } from '../../saving/save-state.ts';

/** Returns when the text that is saved now will be published by a schedule; null without such a schedule. */
function findSchedule({ state, publishedAt, nextAt }: EntrySummary, isChanged: boolean): string | null {
  if (isChanged) return null;
  return state === 'SCHEDULED' ? publishedAt : nextAt;
}

/**
 * Renders the button that opens the publish dialog; without JavaScript, a link to the plan. Its words say what
 * publishing would do. While visitors already see the text, the button says so and does nothing. Typing and saving
 * count at once, before the entry is loaded again.
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
  const { timeZone } = use(StudioSettingsContext);
  const isChanged = draft.state !== 'saved' || draft.version.startsWith('draft-');
  const isReady = findPublishObstacle({ ...entry, isChanged }) === null;
  const scheduledAt = findSchedule(entry, isChanged);
  const publish = entry.state === 'PUBLISHED' ? 'Publish changes' : 'Publish';
  const words = scheduledAt ? `Scheduled for ${formatDay(scheduledAt, timeZone)}` : publish;
  return (
    <>
      {/* A button with the attribute `disabled` would lose the focus. */}
      <Button
        look={isReady && !scheduledAt ? 'primary' : 'quiet'}
        aria-disabled={!isReady}
        onClick={() => isReady && onPress()}
      >
        {scheduledAt && <Icon of={Clock3} />}
        {isReady ? words : 'Nothing to publish'}
      </Button>
      {isReady && (
        <noscript>
          <ButtonLink
            to={`/studio/content/bulk?kind=PUBLISH&from=entry&entry=${entry.id}.${entry.version}`}
            look="primary"
            label={publish}
          />
        </noscript>
      )}
    </>
  );
}
