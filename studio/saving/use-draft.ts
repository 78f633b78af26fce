import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import { useClient } from '../context.ts';
import { useUser } from '../parts/shell.tsx';
import { createDraftSaver } from './draft-saver.ts';
import { openJournal } from './journal.ts';
import { type DraftSaver, describeUnstored, type SaverSnapshot, type UnsavedForm } from './save-state.ts';

/** The saver of a draft, with the function that leaves its journal to other pages. */
interface OpenDraft {
  saver: DraftSaver;
  close(): void;
}

/** Drafts whose screen is closed and whose saves the server has not confirmed yet, by user and entry. */
const stillSaving = new Map<string, OpenDraft>();

/**
 * Sends unsaved words when the page is hidden or left, and lets the browser ask before it ends a page with such words.
 * `retry` runs when the network is back and when the user returns. Returns a function that ends this.
 */
function saveOnPageEvents({ flush, getSnapshot }: DraftSaver, retry: () => void): () => void {
  const events = new AbortController();
  const { signal } = events;
  const send = () => void flush();
  const warn = (event: BeforeUnloadEvent) => {
    send();
    if (getSnapshot().state !== 'saved') event.preventDefault();
  };
  addEventListener('online', retry, { signal });
  addEventListener('focus', retry, { signal });
  addEventListener('pagehide', send, { signal });
  // A phone may end a hidden page without another event.
  document.addEventListener('visibilitychange', send, { signal });
  addEventListener('beforeunload', warn, { signal });
  return () => events.abort();
}

/** Finishes the saves of a draft after its screen is closed. The user's next screen of the entry uses the saver. */
function finishSaves(key: string, draft: OpenDraft): void {
  const { saver, close } = draft;
  stillSaving.set(key, draft);
  const endEvents = saveOnPageEvents(saver, () => void saver.flush());
  const finish = () => {
    const isTakenOver = stillSaving.get(key) !== draft;
    if (!isTakenOver && saver.getSnapshot().state !== 'saved') return;
    unsubscribe();
    endEvents();
    if (isTakenOver) return;
    stillSaving.delete(key);
    close();
  };
  const unsubscribe = saver.subscribe(finish);
  void saver.flush();
  finish();
}

/**
 * Sends the unsaved words of an entry's closed screen. Its next screen would otherwise load the entry before these
 * words were stored, and show it without them. A setting is named by its slug.
 */
export async function flushClosedDraft(entry: number | string): Promise<void> {
  for (const [key, { saver }] of stillSaving) if (key.endsWith(`/${entry}`)) await saver.flush();
}

/**
 * Keeps the draft of an open entry saved. Sends again when the network is back and when the user returns to the page.
 */
export function useDraft(
  opened: OpenedEntry,
  unsaved: UnsavedForm | null,
): { saver: DraftSaver; draft: SaverSnapshot } {
  const client = useClient();
  const { id: userId } = useUser();
  const { type, slug, id } = opened.entry;
  const key = `${userId}/${type === 'SETTING' ? slug : id}`;
  const [open] = useState((): OpenDraft => {
    const { entry, version, content } = opened;
    const last = stillSaving.get(key);
    if (last) return last;
    const journal = openJournal();
    const savedAt = entry.isChanged ? entry.savedAt : null;
    const { id: entryId, type: entryType } = entry;
    const unstored = describeUnstored(client, entry);
    const options = { client, journal, userId, entryId, entryType, version, content, savedAt, unsaved, unstored };
    const saver = createDraftSaver(options);
    return { saver, close: journal.close };
  });
  const { saver } = open;
  useEffect(() => {
    stillSaving.delete(key);
    const flush = () => void saver.flush();
    // A journal that could not be read, and edits of pages that were opened since, are tried again.
    const resume = () => void saver.resume().then(flush, flush);
    const endEvents = saveOnPageEvents(saver, resume);
    resume();
    return () => {
      endEvents();
      finishSaves(key, open);
    };
  }, [saver, open, key]);
  const draft = useSyncExternalStore(saver.subscribe, saver.getSnapshot, saver.getSnapshot);
  return { saver, draft };
}
