import { use } from 'react';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { ActKind, LastAct } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import { formatTime } from '../../parts/time.ts';

const names: Record<ActKind, string> = {
  PUBLISH: 'publishing',
  SCHEDULE: 'scheduling',
  SCHEDULE_WITHDRAWAL: 'scheduling the withdrawal',
  MOVE_SCHEDULE: 'moving the schedule',
  CANCEL_SCHEDULE: 'cancelling the schedule',
  WITHDRAW: 'withdrawing',
  SHOW: 'showing it again',
  CATEGORISE: 'the new category',
  RENAME: 'renaming',
  IMPORT: 'the import',
};

/** Renders the fields of a form that undoes the last act on an entry. */
export function UndoButton({ act: { id, kind, doneAt, doneBy } }: { act: LastAct }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <>
      <input type="hidden" name="act" value={id} />
      <Submit intent="undo">
        Undo {names[kind]} ({formatTime(doneAt, timeZone)}
        {doneBy && `, ${isolateText(doneBy)}`})
      </Submit>
    </>
  );
}
