import { use } from 'react';
import { Link } from 'react-router';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import { formatTime } from '../../parts/time.ts';
import { getDuplicatePath } from '../../parts/versions.ts';
import { UndoButton } from './undo-button.tsx';

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
        <Link to={`/studio/content/${entry.id}/share`} className={buttonLink.quiet}>
          Share…
        </Link>
        <Link to={`/studio/content/${entry.id}/history`} className={buttonLink.quiet}>
          Compare and restore versions
        </Link>
        {canWriteDrafts && entry.type !== 'SETTING' && (
          <Link to={getDuplicatePath(entry.id)} className={buttonLink.quiet}>
            Duplicate
          </Link>
        )}
        {canPublish && lastAct && (
          <PostForm>
            <UndoButton act={lastAct} />
          </PostForm>
        )}
        {canPublish && entry.state === 'WITHDRAWN' && (
          <PostForm>
            <input type="hidden" name="version" value={entry.version} />
            <Button type="submit" name="intent" value="show">
              Show to visitors again
            </Button>
          </PostForm>
        )}
        {canPublish && entry.state === 'PUBLISHED' && entry.type !== 'SETTING' && (
          <Link to={`/studio/content/${entry.id}/withdraw`} className={buttonLink.danger}>
            Withdraw…
          </Link>
        )}
        {canWrite && entry.state === 'DRAFT' && (
          <Link to={`/studio/content/${entry.id}/delete`} className={buttonLink.danger}>
            Delete…
          </Link>
        )}
      </div>
    </div>
  );
}
