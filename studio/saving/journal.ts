import { createStore, del, entries, get, promisifyRequest, type UseStore } from 'idb-keyval';
import type { EntryType } from '../../contract/entry-types.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';

/** An edit that no server has confirmed yet, with the stored version that it started from. */
export interface JournalEdit {
  entryId: number;
  entryType: EntryType;
  version: string;
  /** The content of that version: the edit can be merged even when the server does not keep the version any more. */
  base: DraftContent;
  content: DraftContent;
  /** The contents of saves whose answers have not arrived. If the server has one of them, it is this page's own. */
  unanswered: DraftContent[];
}

/**
 * The edits of this browser that no server has confirmed, in IndexedDB: they outlive a crash, a reload and no network.
 */
export interface Journal {
  /** Stores the edit of this page in place of its last one. */
  write(edit: JournalEdit): Promise<void>;
  /** Removes the edit of this page, after a server has confirmed it. */
  clear(): Promise<void>;
  /**
   * Hands over the edits of an entry that pages have left, also of pages that end later. An edit is removed when `take`
   * has resolved. The edits of other open pages stay theirs.
   */
  recover(entryId: number, take: (edit: JournalEdit) => Promise<void>): Promise<void>;
  /** Leaves the edit of this page, if there is one, to other pages and to later ones. */
  close(): void;
}

let store: UseStore | undefined;
const getStore = () => {
  store ??= createStore('studio', 'journal');
  return store;
};

/** The name of the Web Lock that a page holds while its edit is its own. The browser releases it when the page ends. */
const lockOf = (key: string) => `studio-journal-${key}`;

/** Opens the journal of one page. Each page has its own key, so that two tabs never replace each other's edits. */
export function openJournal(): Journal {
  const own = crypto.randomUUID();
  const watched = new Set<string>();
  let release: (() => void) | null = null;
  let holding: Promise<void> | null = null;

  /** Takes the lock of this page, before its edit is written, so that no other page takes the edit for a left one. */
  function hold(): Promise<void> {
    holding ??= new Promise((resolve) => {
      const held = (lock: Lock | null) => {
        resolve();
        return lock && new Promise<void>((end) => (release = end));
      };
      // Without a lock the edit is written all the same.
      navigator.locks.request(lockOf(own), held).catch(() => resolve());
    });
    return holding;
  }

  /** Waits until the page of an edit has ended, and hands the edit over. */
  async function watch(key: string, take: (edit: JournalEdit) => Promise<void>): Promise<void> {
    if (watched.has(key)) return;
    watched.add(key);
    await navigator.locks
      .request(lockOf(key), async () => {
        const edit = await get<JournalEdit>(key, getStore());
        if (!edit) return;
        // Edits of earlier versions of the Studio have no list.
        await take({ ...edit, unanswered: edit.unanswered ?? [] });
        await del(key, getStore());
      })
      .finally(() => watched.delete(key));
  }

  return {
    write: async (edit) => {
      await hold();
      await getStore()('readwrite', (edits) => {
        edits.put(edit, own);
        // Asked for now, because a page that is being left cannot commit later.
        edits.transaction.commit();
        return promisifyRequest(edits.transaction);
      });
    },
    clear: async () => del(own, getStore()),
    recover: async (entryId, take) => {
      const all = await entries<string, JournalEdit>(getStore());
      // The edit stays in the journal if it could not be handed over.
      for (const [key, edit] of all)
        if (key !== own && edit.entryId === entryId) void watch(key, take).catch(() => undefined);
    },
    close: () => {
      release?.();
      release = null;
      holding = null;
    },
  };
}

/** Returns the edits that pages of this browser have left, of all entries. */
export async function listUnsavedEdits(): Promise<JournalEdit[]> {
  const [all, { held = [] }] = await Promise.all([entries<string, JournalEdit>(getStore()), navigator.locks.query()]);
  const isOpen = (key: string) => held.some(({ name }) => name === lockOf(key));
  return all.filter(([key]) => !isOpen(key)).map(([, edit]) => edit);
}
