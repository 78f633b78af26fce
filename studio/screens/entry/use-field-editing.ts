import { useMemo } from 'react';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { changeAt } from '../../fields/change-at.ts';
import type { FieldEditing, FieldTarget } from '../../fields/editing-context.ts';
import type { DraftSaver } from '../../saving/save-state.ts';

/** Returns what the fields of a draft share with its screen. */
export function useFieldEditing(saver: DraftSaver, merges: number, target: FieldTarget | null): FieldEditing {
  return useMemo(
    () => ({
      merges,
      target,
      editAfterPaint: (path, read) =>
        saver.editAfterPaint(() => changeAt(saver.getSnapshot().content, path.split('.'), read()) as DraftContent),
      applyWaiting: saver.applyWaiting,
    }),
    [saver, merges, target],
  );
}
