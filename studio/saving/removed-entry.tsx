import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EntryType } from '../../contract/content/entry-types.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import { contentLimits } from '../../contract/studio/content-limits.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { useClient } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { CopyActions } from '../parts/copy-actions.tsx';
import form from '../parts/form.module.css';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import type { ActionRefusal } from '../screen.ts';

/** Offers the words that were written in an entry that was removed meanwhile: to copy, or to save as a new entry. */
export function RemovedEntry({
  type,
  content,
  onSaved,
}: {
  type: EntryType;
  content: DraftContent;
  /** Called when a new entry has the words, before it is shown. */
  onSaved: () => void;
}) {
  const client = useClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Pick<ActionRefusal, 'message' | 'requestId'> | null>(null);
  const { title, summary, body } = content;

  async function save(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      const newTitle = title.trim().slice(0, contentLimits.title).trim() || 'Untitled';
      const { id } = await client.call('createEntry', { type, title: newTitle, content });
      onSaved();
      await navigate(`/studio/content/${id}`);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Notice kind="alert">
      <p>
        The entry “<bdi>{title || 'Untitled'}</bdi>” has been removed, and this device has unsaved changes to it. They
        are kept here until you save them.
      </p>
      <RefusalNotice refusal={refusal} />
      <div className={form.tight}>
        <Button look="primary" disabled={isBusy} onClick={() => void save()} label="Save as a new entry" />
        <CopyActions label="Copy the text" text={[title, summary, body].join('\n\n')} />
      </div>
    </Notice>
  );
}
