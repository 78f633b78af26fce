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

/** Creates the journals of a browser without open pages. */
export function createBrowserJournals(): BrowserJournals {
  const stored = new Map<string, JournalEdit>();
  const open = new Set<string>();
  /** Called with the name of a page that has ended, so that open pages take over its edit. */
  const watchers: ((ended: string) => Promise<void>)[] = [];
  let count = 0;
  return {
    stored,
    openPage: () => {
      const page = `page-${count++}`;
      open.add(page);
      return {
        write: async (edit) => void stored.set(page, structuredClone(edit)),
        clear: async () => void stored.delete(page),
        recover: async (owner, take) => {
          const takeEdit = async (other: string) => {
            const edit = stored.get(other);
            if (!open.has(page) || open.has(other) || !edit || !isEditOf(edit, owner)) return;
            await take(edit);
            stored.delete(other);
          };
          watchers.push(takeEdit);
          await Promise.all([...stored.keys()].map(takeEdit));
        },
        close: () => void open.delete(page),
        end: async () => {
          open.delete(page);
          await Promise.all(watchers.map((watch) => watch(page)));
        },
      };
    },
  };
}
