import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import type { DraftContent } from '../../contract/studio/draft-content.ts';

/** An edit that no server has confirmed yet, with the version that it started from. */
export interface JournalEdit {
  entryId: number;
  version: string;
  content: DraftContent;
}

/** The edits of this browser that no server has confirmed, in IndexedDB: they outlive a crash, a reload and no network. */
export interface Journal {
  /** Stores the edit of this page in place of its last one. */
  write(edit: JournalEdit): Promise<void>;
  /** Removes the edit of this page, after a server has confirmed it. */
  clear(): Promise<void>;
  /** Returns the unconfirmed edits of an entry, also those of other and earlier pages, and the function that removes them. */
  readAll(entryId: number): Promise<{ edit: JournalEdit; remove: () => Promise<void> }[]>;
}

let store: UseStore | undefined;
const getStore = () => {
  store ??= createStore('studio', 'journal');
  return store;
};

/** Opens the journal of one page. Each page has its own key, so that two tabs never replace each other's edits. */
export function openJournal(): Journal {
  const own = crypto.randomUUID();
  return {
    write: (edit) => set(own, edit, getStore()),
    clear: () => del(own, getStore()),
    readAll: async (entryId) => {
      const all = await entries<string, JournalEdit>(getStore());
      return all
        .filter(([key, edit]) => key !== own && edit.entryId === entryId)
        .map(([key, edit]) => ({ edit, remove: () => del(key, getStore()) }));
    },
  };
}
