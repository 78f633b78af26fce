import { isEditOf, type Journal, type JournalEdit } from '../studio/saving/journal.ts';

/** The journal of one page in memory, as IndexedDB and Web Locks keep it in a browser. */
export interface PageJournal extends Journal {
  /** Ends the page, as closing a tab and a crash do: its edit is left to other pages. */
  end(): Promise<void>;
}

/** The journals of the pages of one browser. */
export interface BrowserJournals {
  /** The unconfirmed edits by their pages. */
  stored: Map<string, JournalEdit>;
  openPage(): PageJournal;
}

export function createBrowserJournals(): BrowserJournals {
  const stored = new Map<string, JournalEdit>();
  const open = new Set<string>();
  const watchers: ((page: string) => Promise<void>)[] = [];
  let count = 0;
  return {
    stored,
    openPage: () => {
      const own = `page-${count++}`;
      open.add(own);
      return {
        write: async (edit) => void stored.set(own, structuredClone(edit)),
        clear: async () => void stored.delete(own),
        recover: async (owner, take) => {
          const watch = async (page: string) => {
            const edit = stored.get(page);
            if (!open.has(own) || open.has(page) || !edit || !isEditOf(edit, owner)) return;
            await take(edit);
            stored.delete(page);
          };
          watchers.push(watch);
          await Promise.all([...stored.keys()].map(watch));
        },
        close: () => void open.delete(own),
        end: async () => {
          open.delete(own);
          await Promise.all(watchers.map((watch) => watch(own)));
        },
      };
    },
  };
}
