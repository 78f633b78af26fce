import { createStore, del, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { EntryType } from '../../contract/content/entry-types.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { studioStorageKeys } from '../device.ts';

/** An edit that no server has confirmed yet, with the stored version that it started from. */
export interface JournalEdit {
  /** The user who typed or claimed the edit. Nobody else who uses the browser sees, sends or removes it. */
  userId: number;
  entryId: number;
  entryType: EntryType;
  version: string;
  /** The content of that version: the edit can be merged even when the server does not keep the version any more. */
  base: DraftContent;
  content: DraftContent;
  /** The contents of saves whose answers have not arrived. If the server has one of them, it is this page's own. */
  unanswered: DraftContent[];
}

/** An edit as the browser keeps it. Earlier versions of the Studio noted neither the user nor the unanswered saves. */
type StoredEdit = Omit<JournalEdit, 'userId' | 'unanswered'> & Partial<JournalEdit>;

/** The user and the entry whose edits a page takes over. */
export type EditOwner = Pick<JournalEdit, 'userId' | 'entryId'>;

/** Returns whether a user may take over an edit in an entry. An edit without a user must be claimed first. */
export function isEditOf(edit: StoredEdit, { userId, entryId }: EditOwner): edit is StoredEdit & EditOwner {
  return edit.userId === userId && edit.entryId === entryId;
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
   * Passes the edits that a user left in an entry to `take`, now and when other pages end. An edit is removed when
   * `take` has resolved. Edits of open pages stay with them.
   */
  recover(owner: EditOwner, take: (edit: JournalEdit) => Promise<void>): Promise<void>;
  /** Lets other pages, and later ones, take over the edit of this page, if there is one. */
  close(): void;
}

let store: UseStore | undefined;
const getStore = () => {
  store ??= createStore('studio', 'journal');
  return store;
};

/** Whether this page has asked: reading `localStorage` takes time, so it is not read again at each edit. */
let isStorageAsked = false;

/**
 * Asks the browser to keep the journal when the device runs short of space: once, because Firefox asks the user. A
 * refusal, or a browser without this API, changes nothing.
 */
async function askToKeepStorage(): Promise<void> {
  if (isStorageAsked) return;
  isStorageAsked = true;
  const asked = studioStorageKeys.persistence;
  if (!navigator.storage?.persist || localStorage.getItem(asked)) return;
  localStorage.setItem(asked, 'true');
  await navigator.storage.persist();
}

/** The name of the Web Lock that a page holds while its edit is its own. The browser releases it when the page ends. */
const getLockName = (key: string) => `studio-journal-${key}`;

/** Removes an edit, unless its page has written a later one: a page writes also before the browser grants its lock. */
function removeTaken(key: string, taken: StoredEdit): Promise<void> {
  return getStore()('readwrite', async (edits) => {
    const stored = await promisifyRequest(edits.get(key));
    if (JSON.stringify(stored) === JSON.stringify(taken)) await promisifyRequest(edits.delete(key));
  });
}

/** Opens the journal of one page. Each page has its own key, so that two tabs never replace each other's edits. */
export function openJournal(): Journal {
  const own = crypto.randomUUID();
  const watched = new Set<string>();
  /** Ends the lock of this page; null while it holds none. */
  let ending: AbortController | null = null;

  /**
   * Requests the lock of this page, so that no other page takes over its unsaved edit. Storing an edit does not wait
   * for the lock: closing the page before the browser grants the lock would lose the edit.
   */
  function requestLock(): void {
    if (ending) return;
    ending = new AbortController();
    const { signal } = ending;
    const keepLock = () => new Promise<void>((end) => signal.addEventListener('abort', () => end()));
    navigator.locks.request(getLockName(own), { signal }, keepLock).catch(() => undefined);
  }

  /** Waits until the page of an edit has ended, and passes the edit to `take`. */
  async function takeOverWhenLeft(
    key: string,
    owner: EditOwner,
    take: (edit: JournalEdit) => Promise<void>,
  ): Promise<void> {
    if (watched.has(key)) return;
    watched.add(key);
    await navigator.locks
      .request(getLockName(key), async () => {
        const edit = await get<StoredEdit>(key, getStore());
        if (!edit || !isEditOf(edit, owner)) return;
        await take({ ...edit, unanswered: edit.unanswered ?? [] });
        await removeTaken(key, edit);
      })
      .finally(() => watched.delete(key));
  }

  return {
    write: async (edit) => {
      askToKeepStorage().catch(() => undefined);
      requestLock();
      await getStore()('readwrite', (edits) => {
        edits.put(edit, own);
        // Commits now, because a page that is being left cannot commit later.
        edits.transaction.commit();
        return promisifyRequest(edits.transaction);
      });
    },
    clear: async () => del(own, getStore()),
    recover: async (owner, take) => {
      requestLock();
      const all = await entries<string, StoredEdit>(getStore());
      // The edit stays in the journal if it could not be taken over.
      for (const [key, edit] of all)
        if (key !== own && isEditOf(edit, owner)) void takeOverWhenLeft(key, owner, take).catch(() => undefined);
    },
    close: () => {
      ending?.abort();
      ending = null;
    },
  };
}

/** Returns the stored edits by their keys, each with whether the page that wrote it is still open. */
async function readEdits(): Promise<{ key: string; edit: StoredEdit; isOpen: boolean }[]> {
  const [all, { held = [] }] = await Promise.all([entries<string, StoredEdit>(getStore()), navigator.locks.query()]);
  return all.map(([key, edit]) => ({ key, edit, isOpen: held.some(({ name }) => name === getLockName(key)) }));
}

/** The edits of this browser that the server does not have. */
export interface UnsavedEdits {
  own: StoredEdit[];
  /** How many edits have no user. */
  unclaimed: number;
}

/**
 * Shows the user's unsaved edits of all entries once, without those of open pages. With `includesOpen` it includes
 * them, and shows the edits again each time one of these pages has saved its edit or was closed.
 */
export async function followUnsavedEdits(
  { userId, includesOpen, signal }: { userId: number; includesOpen: boolean; signal: AbortSignal },
  show: (edits: UnsavedEdits) => void,
): Promise<void> {
  const all = await readEdits();
  if (signal.aborted) return;
  const own = all.filter(({ edit, isOpen }) => edit.userId === userId && (includesOpen || !isOpen));
  const unclaimed = all.filter(({ edit, isOpen }) => edit.userId === undefined && !isOpen).length;
  show({ own: own.map(({ edit }) => edit), unclaimed });
  const open = own.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return;
  // The browser grants the lock of a page when the page has saved its edit or has ended.
  await Promise.race(open.map(({ key }) => navigator.locks.request(getLockName(key), { signal }, () => undefined)));
  await followUnsavedEdits({ userId, includesOpen, signal }, show);
}

/** Returns whether this browser has unsaved edits of a user, those of open pages included. */
export async function hasUnsavedEdits(userId: number): Promise<boolean> {
  return (await readEdits()).some(({ edit }) => edit.userId === userId);
}

/** Makes a user the owner of the edits that have none, from an earlier version of the Studio. Skips open pages. */
export async function claimUnsavedEdits(userId: number): Promise<void> {
  for (const { key, isOpen } of await readEdits()) {
    if (isOpen) continue;
    await navigator.locks.request(getLockName(key), async () => {
      const edit = await get<StoredEdit>(key, getStore());
      if (edit && edit.userId === undefined) await set(key, { ...edit, userId }, getStore());
    });
  }
}

/** Milliseconds after which an edit is applied even if nothing was painted: a hidden page paints nothing. */
const longestPaint = 50;

/** Runs a task when the next frame is painted. */
function runAfterPaint(task: () => void): void {
  // A timer that starts with a frame ends after that frame is painted.
  globalThis.requestAnimationFrame?.(() => setTimeout(task));
  setTimeout(task, longestPaint);
}

/** Holds one edit until the next paint, so that the browser shows a typed character before its text is stored. */
export interface WaitingEdit<T> {
  /** Applies an edit after the next paint. An earlier edit that still waits is dropped without being read. */
  put(read: () => T): void;
  /** Applies the waiting edit now, if there is one. */
  apply(): void;
}

/** Creates a holder whose edit is passed to `applyEdit`. */
export function createWaitingEdit<T>(applyEdit: (edit: T) => void): WaitingEdit<T> {
  let readEdit: (() => T) | null = null;
  function apply(): void {
    const read = readEdit;
    readEdit = null;
    if (read) applyEdit(read());
  }
  return {
    put: (read) => {
      if (!readEdit) runAfterPaint(apply);
      readEdit = read;
    },
    apply,
  };
}
