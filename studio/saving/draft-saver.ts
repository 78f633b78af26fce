import { ApiFailure, isApiFailure } from '../../contract/http/client.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { isSameContent, mergeContents } from '../../contract/studio/merge-contents.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';
import { createWaitingEdit, type JournalEdit } from './journal.ts';
import {
  type DraftSaver,
  type DraftSaverOptions,
  describeSaveFailure,
  type SaverSnapshot,
  type StoredVersion,
  type UnresolvedConflict,
} from './save-state.ts';
import { createSnapshotStore } from './snapshot-store.ts';

/** Milliseconds without an edit after which the draft is sent. */
const pause = 150;

/**
 * Creates the saver of what one user writes in a draft. An edit leaves the journal only after the server has confirmed
 * it. One request is sent at a time, so saves and actions arrive in order.
 */
export function createDraftSaver({
  client,
  journal,
  userId,
  entryId: firstId,
  entryType,
  version,
  content,
  savedAt,
  unsaved = null,
  unstored,
}: DraftSaverOptions): DraftSaver {
  let entryId = firstId;
  const firstConflict = unsaved?.conflict;
  const store = createSnapshotStore<SaverSnapshot>({
    state: firstConflict ? 'conflict' : unsaved ? 'refused' : 'saved',
    content: unsaved?.content ?? content,
    version: unsaved?.version ?? version,
    savedAt,
    problem: unsaved?.problem ?? null,
    isOnDevice: !unsaved,
    conflicts: firstConflict?.conflicts ?? [],
    conflictWith: firstConflict?.savedBy ?? null,
    merged: firstConflict?.content ?? null,
    merges: 0,
  });
  const { update, waitFor } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Until when typing sends nothing, because the server has named a time to wait; Unix time in milliseconds. */
  let waitUntil = 0;
  /** The request that is on its way. */
  let request: Promise<void> | null = null;
  /** The stored version that the user's content was edited from. */
  let base: StoredVersion = { version: store.get().version, content: firstConflict?.base ?? content };
  let unresolved: UnresolvedConflict | null = firstConflict
    ? {
        own: store.get().content,
        theirs: { version: firstConflict.version, content: firstConflict.current ?? content },
      }
    : null;
  /** The first and the last content that were sent since the last answer. The server may have stored either. */
  let unconfirmedSends: DraftContent[] = [];
  /** The last write to the journal; true if it worked. */
  let written = Promise.resolve(true);
  let recovered: Promise<unknown> = Promise.resolve();
  /** The edit that waits for the next paint. It is applied before any other use of the user's content. */
  const waiting = createWaitingEdit((edited: Partial<DraftContent>) => {
    // The editor already shows the edit. The rest of the screen is rendered when the save that waits has ended.
    const isQuiet = store.get().state === 'saving' && waitUntil <= Date.now();
    change({ ...store.get().content, ...edited }, isQuiet ? store.updateQuietly : update);
  });

  const isUnsaved = () => {
    waiting.apply();
    return !isSameContent(store.get().content, base.content);
  };

  function schedule(wait: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), wait);
  }

  /** Writes the user's content to the journal. The snapshot tells whether this worked. */
  function writeToJournal(): void {
    const own = store.get().content;
    const { version, content: edited } = base;
    const names = { userId, entryId, entryType, version };
    const edit: JournalEdit = { ...names, base: edited, content: own, unanswered: unconfirmedSends };
    written = journal
      .write(edit)
      .then(() => true)
      .catch(() => false);
    void written.then((isOnDevice) => {
      if (store.get().content === own && store.get().isOnDevice !== isOnDevice) update({ isOnDevice });
    });
  }

  function markSaved(): void {
    update({ state: 'saved', problem: null });
    // An edit that stays in the journal is sent again later, which changes nothing.
    void journal.clear().catch(() => undefined);
  }

  /** Changes the user's content, which is saved after a pause. */
  function change(next: DraftContent, put = update): void {
    const isHeld = unresolved || store.get().state === 'gone';
    const wait = waitUntil - Date.now();
    put({ content: next, ...(isHeld || wait > 0 ? {} : { state: 'saving' }) });
    writeToJournal();
    if (!isHeld) schedule(Math.max(pause, wait));
  }

  /**
   * Stops saving until the user has chosen between the conflicting texts. The editor keeps showing the user's content,
   * and the journal keeps it with the version that it was edited from.
   */
  function enterConflict(found: UnresolvedConflict, merged: DraftContent, conflicts: Conflict[]): void {
    unresolved = found;
    clearTimeout(timer);
    update({ state: 'conflict', problem: null, merged, conflicts });
  }

  /** Merges what was typed since `own` into `derived`, which was made from `own`. Saves it as a change of `theirs`. */
  function rebaseLocalEdits(derived: DraftContent, { own, theirs }: UnresolvedConflict): void {
    waiting.apply();
    const { content: next, conflicts } = mergeContents({ base: own, theirs: derived, ours: store.get().content });
    if (conflicts.length > 0) {
      enterConflict({ own: store.get().content, theirs }, next, conflicts);
      return;
    }
    unresolved = null;
    base = theirs;
    const isChanged = !isSameContent(next, store.get().content);
    update({ version: theirs.version, conflicts: [], merged: null });
    if (isChanged) update({ content: next, merges: store.get().merges + 1 });
    if (isUnsaved()) {
      update({ state: 'saving', problem: null });
      writeToJournal();
      schedule(pause);
    } else markSaved();
  }

  async function send(): Promise<void> {
    const sent = store.get().content;
    const earlier = unconfirmedSends;
    unconfirmedSends = [...earlier.slice(0, 1), sent];
    update({ state: 'saving' });
    if (unstored && entryId < 0) {
      entryId = await unstored.create();
      // The first draft of a setting holds what the screen began with.
      base = { ...base, version: 'draft-1' };
    }
    const answer = await client.call('saveDraft', { id: entryId, version: base.version, content: sent });
    unconfirmedSends = [];
    if (answer.result === 'CONFLICT') {
      const theirs = { version: answer.version, content: answer.current ?? base.content };
      if (earlier.some((content) => isSameContent(content, theirs.content))) {
        // The server has stored an earlier save of this page, although its answer was lost.
        base = theirs;
        update({ version: theirs.version });
        return;
      }
      update({ conflictWith: answer.savedBy });
      enterConflict({ own: sent, theirs }, answer.content ?? sent, answer.conflicts);
      return;
    }
    update({ savedAt: answer.savedAt });
    const stored = { version: answer.version, content: answer.content ?? sent };
    rebaseLocalEdits(stored.content, { own: sent, theirs: stored });
  }

  /** Sends the draft. A failure becomes the state of the snapshot, and the result is false. */
  async function trySend(): Promise<boolean> {
    waitUntil = 0;
    try {
      await send().catch(async (error: unknown) => {
        if (!isApiFailure(error) || error.status !== 409) throw error;
        // The server does not keep the base any more, but this page does.
        const { version: current, content: stored } = await client.call('openEntry', { id: entryId });
        rebaseLocalEdits(stored, { own: base.content, theirs: { version: current, content: stored } });
      });
      return true;
    } catch (error) {
      const { retryAfter, ...failure } = describeSaveFailure(error);
      update(failure);
      if (retryAfter !== null) schedule(retryAfter);
      if (!isApiFailure(error)) throw error;
      if (error.retryAfter !== null) waitUntil = Date.now() + error.retryAfter * 1_000;
      return false;
    }
  }

  /** Runs a request while no other is on its way. */
  async function runAlone<T>(run: () => Promise<T>): Promise<T> {
    while (request) await request;
    const running = run();
    const end = () => {
      request = null;
    };
    request = running.then(end, end);
    return running;
  }

  async function flush(): Promise<void> {
    // This comes before the first `await`, because a page that ends runs nothing after it.
    waiting.apply();
    clearTimeout(timer);
    let hasSucceeded = true;
    while (hasSucceeded && !unresolved && !isStopped) {
      while (request) await request;
      if (unresolved) return;
      if (isUnsaved()) hasSucceeded = await runAlone(trySend);
      else {
        if (store.get().state !== 'saved') markSaved();
        return;
      }
    }
  }

  /** Takes over an edit that another page of the user has left. Resolves when this page keeps it, or has saved it. */
  async function recover(edit: JournalEdit): Promise<void> {
    const hasNoConflict = ({ state }: SaverSnapshot) => state !== 'conflict';
    do {
      await waitFor(hasNoConflict);
      await request;
    } while (request || unresolved);
    waiting.apply();
    const own = store.get().content;
    const stored = edit.unanswered.find((content) => isSameContent(content, own));
    const { content: both, conflicts } = mergeContents({
      base: stored ?? edit.base,
      theirs: own,
      ours: edit.content,
    });
    if (conflicts.length > 0) enterConflict({ own, theirs: base }, both, conflicts);
    else if (!isSameContent(both, own)) rebaseLocalEdits(both, { own, theirs: base });
    await waitFor(hasNoConflict);
    if (!(await written)) await waitFor(({ state }) => state === 'saved');
  }

  return {
    getSnapshot: store.get,
    subscribe: store.subscribe,
    edit: (edited) => {
      waiting.apply();
      const { content: own } = store.get();
      change({ ...own, ...(typeof edited === 'function' ? edited(own) : edited) });
    },
    editAfterPaint: waiting.put,
    applyWaiting: () => {
      waiting.apply();
      update({});
    },
    flush,
    resume: () => {
      if (isUnsaved()) writeToJournal();
      const take = (edit: JournalEdit) => {
        // One after the other: a conflict is resolved before the next edit is taken over.
        const next = recovered.then(() => recover(edit));
        recovered = next.catch(() => undefined);
        return next;
      };
      const ids = new Set([entryId, unstored?.id ?? entryId]);
      return Promise.all([...ids].map((id) => journal.recover({ userId, entryId: id }, take))).then(() => undefined);
    },
    resolve: (chosen) => {
      if (unresolved) rebaseLocalEdits(chosen, unresolved);
    },
    runAction: async (action) => {
      const { merges } = store.get();
      await flush();
      if (store.get().state !== 'saved')
        throw new ApiFailure('client', 'Your latest changes are not saved yet, so this was not done. Save them first.');
      if (store.get().merges !== merges)
        throw new ApiFailure('client', 'Other changes were added to the text, so this was not done. Read them first.');
      return runAlone(async () => {
        const result = await action(base.version);
        rebaseLocalEdits(result.content, {
          own: base.content,
          theirs: { version: result.version, content: result.content },
        });
        return result;
      });
    },
    discard: () => {
      waiting.apply();
      clearTimeout(timer);
      update({ content: base.content });
      markSaved();
    },
    stop: () => {
      waiting.apply();
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
