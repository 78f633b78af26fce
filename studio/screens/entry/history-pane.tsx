import { use } from 'react';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { ActKind, LastAct, OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import { formatTime } from '../../parts/time.ts';
import { getDuplicatePath } from '../../parts/versions.ts';

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
function UndoButton({ act: { id, kind, doneAt, doneBy } }: { act: LastAct }) {
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

/** Leads to the versions of an entry, and renders what takes back or ends its publication and what deletes a draft. */
export function HistoryPane({ opened }: { opened: OpenedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  const canWriteDrafts = hasPermission(useUser().role, 'write-drafts');
  const { entry, lastAct, canPublish, canWrite } = opened;
  return (
    <div className={form.form}>
      {entry.savedAt && (
        <p className={form.soft}>
          Last saved {formatTime(entry.savedAt, timeZone)}
          {entry.savedBy && (
            <>
              {' '}
              by <bdi>{entry.savedBy}</bdi>
            </>
          )}
          .
        </p>
      )}
      <div className={form.row}>
        <ButtonLink to={`/studio/content/${entry.id}/share`}>Share…</ButtonLink>
        <ButtonLink to={`/studio/content/${entry.id}/history`}>Compare and restore versions</ButtonLink>
        {canWriteDrafts && entry.type !== 'SETTING' && (
          <ButtonLink to={getDuplicatePath(entry.id)}>Duplicate</ButtonLink>
        )}
        {canPublish && lastAct && (
          <PostForm>
            <UndoButton act={lastAct} />
          </PostForm>
        )}
        {canPublish && entry.state === 'WITHDRAWN' && (
          <PostForm sends={{ version: entry.version }}>
            <Submit intent="show" label="Show to visitors again" />
          </PostForm>
        )}
        {canPublish && entry.state === 'PUBLISHED' && entry.type !== 'SETTING' && (
          <ButtonLink to={`/studio/content/${entry.id}/withdraw`} look="danger" label="Withdraw…" />
        )}
        {canWrite && entry.state === 'DRAFT' && (
          <ButtonLink to={`/studio/content/${entry.id}/delete`} look="danger" label="Delete…" />
        )}
      </div>
    </div>
  );
}
