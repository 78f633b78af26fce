import { useCallback } from 'react';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { useClient } from '../../context.ts';
import type { DraftSaver } from '../../saving/save-state.ts';

/**
 * Returns a function that runs an action on the draft. If the action is refused because somebody else saved another
 * version, that version is loaded, so that the user can read it and try again.
 */
export function useEntryAction(
  entryId: number,
  saver: DraftSaver,
  onLoaded: (opened: OpenedEntry) => void,
): DraftSaver['runAction'] {
  const client = useClient();
  return useCallback(
    async (action) => {
      try {
        return await saver.runAction(action);
      } catch (error) {
        // If the other version cannot be loaded either, the refusal still says what happened.
        if (isApiFailure(error) && error.code === 'conflict')
          await saver.runAction(() => client.call('openEntry', { id: entryId })).then(onLoaded, () => undefined);
        throw error;
      }
    },
    [client, entryId, saver, onLoaded],
  );
}
