import { Link } from 'react-router';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import styles from './entry-screen.module.css';
import { UndoButton } from './undo-button.tsx';

/** Renders what ends or takes back the publication of an entry, and what deletes a draft. */
export function WithdrawForms({ opened }: { opened: OpenedEntry }) {
  const { entry } = opened;
  return (
    <>
      {opened.canPublish && (entry.publishedAt || opened.lastAct) && (
        <div className={styles.withdraw}>
          {opened.lastAct && (
            <PostForm>
              <UndoButton act={opened.lastAct} />
            </PostForm>
          )}
          {entry.state === 'WITHDRAWN' && (
            <PostForm>
              <input type="hidden" name="version" value={entry.version} />
              <Button type="submit" name="intent" value="show">
                Show to visitors again
              </Button>
            </PostForm>
          )}
          {entry.state === 'PUBLISHED' && entry.type !== 'SETTING' && (
            <Link to={`/studio/content/${entry.id}/withdraw`} discover="none" className={buttonLink.danger}>
              Withdraw…
            </Link>
          )}
        </div>
      )}
      {opened.canWrite && entry.state === 'DRAFT' && (
        <p className={styles.withdraw}>
          <Link to={`/studio/content/${entry.id}/delete`} discover="none" className={buttonLink.danger}>
            Delete…
          </Link>
        </p>
      )}
    </>
  );
}
