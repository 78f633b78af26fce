import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import { useClient } from '../context.ts';
import { createDraftSaver, type DraftSaver, type SaverSnapshot } from './draft-saver.ts';
import { openJournal } from './journal.ts';

/** Keeps the draft of an open entry saved. Sends again when the network is back and when the user returns to the page. */
export function useDraft(opened: OpenedEntry): { saver: DraftSaver; draft: SaverSnapshot } {
  const client = useClient();
  const [saver] = useState(() =>
    createDraftSaver({
      client,
      journal: openJournal(),
      entryId: opened.entry.id,
      version: opened.version,
      content: opened.content,
      savedAt: opened.entry.isChanged ? opened.entry.savedAt : null,
    }),
  );
  useEffect(() => {
    const flush = () => void saver.flush();
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.getSnapshot().state !== 'saved') event.preventDefault();
    };
    void saver.resume().catch(() => undefined);
    addEventListener('online', flush);
    addEventListener('focus', flush);
    addEventListener('pagehide', flush);
    addEventListener('beforeunload', warn);
    return () => {
      flush();
      removeEventListener('online', flush);
      removeEventListener('focus', flush);
      removeEventListener('pagehide', flush);
      removeEventListener('beforeunload', warn);
    };
  }, [saver]);
  const draft = useSyncExternalStore(saver.subscribe, saver.getSnapshot, saver.getSnapshot);
  return { saver, draft };
}
