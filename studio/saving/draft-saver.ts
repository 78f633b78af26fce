import { isApiFailure } from '../../contract/client.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { isSameContent, mergeContents } from '../../contract/studio/merge-contents.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';
import type { Journal } from './journal.ts';

/**
 * Where the latest edit is. `saved`: on the server. `saving`: on this device and on its way. `local`: on this device only,
 * because the server was not reached. `signed-out`: on this device until the user signs in again. `refused`: on this
 * device, because the server refused it. `conflict`: on this device, until the user chooses between two texts.
 */
export type SaveState = 'saved' | 'saving' | 'local' | 'signed-out' | 'refused' | 'conflict';

/** What the editor shows of the saver. */
export interface SaverSnapshot {
  state: SaveState;
  content: DraftContent;
  version: string;
  /** When the draft was last saved; null without a draft. */
  savedAt: string | null;
  /** Why the server refused, in its words. */
  message: string | null;
  conflicts: Conflict[];
  /** In a conflict: both edits together, with the text of the others where both changed the same words. */
  merged: DraftContent | null;
  /** Counts the changes that came from others, so that the text editor takes them over. */
  merges: number;
}

export interface DraftSaver {
  getSnapshot(): SaverSnapshot;
  subscribe(listener: () => void): () => void;
  /** Changes the content: into the journal at once, to the server after a pause. */
  edit(change: Partial<DraftContent>): void;
  /** Saves what is not saved yet, now. Resolves when the server has answered. */
  flush(): Promise<void>;
  /** Sends edits of this browser that no server has confirmed, such as those before a crash. */
  resume(): Promise<void>;
  /** Continues after a conflict with the content that the user has put together. */
  resolve(content: DraftContent): void;
  /** Starts again from a version that another action of the user has made, such as publishing. */
  restart(version: string, content: DraftContent): void;
  stop(): void;
}

/** Milliseconds without an edit after which the draft is sent. */
const pause = 200;
/** Milliseconds before a save that did not reach the server is sent again. */
const retryPause = 3_000;

/**
 * Creates the saver of one entry's draft. An edit leaves the journal only after the server has confirmed it. Nothing is
 * sent while a save is on its way, so saves arrive in order.
 */
export function createDraftSaver({
  client,
  journal,
  entryId,
  version,
  content,
  savedAt,
}: {
  client: StudioClient;
  journal: Journal;
  entryId: number;
  version: string;
  content: DraftContent;
  savedAt: string | null;
}): DraftSaver {
  let snapshot: SaverSnapshot = {
    state: 'saved',
    content,
    version,
    savedAt,
    message: null,
    conflicts: [],
    merged: null,
    merges: 0,
  };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** The content that the server has confirmed for `version`. */
  let confirmed = content;
  /** In a conflict: the user's content that `merged` was made from. */
  let contested = content;

  function update(change: Partial<SaverSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
  }

  /** Takes over what the server stored, together with what was typed while it answered. */
  function accept(sent: DraftContent, stored: DraftContent, newVersion: string, savedAt: string): void {
    const isMerged = !isSameContent(sent, stored);
    const { content: next, conflicts } = isMerged
      ? mergeContents({ base: sent, theirs: stored, ours: snapshot.content })
      : { content: snapshot.content, conflicts: [] };
    confirmed = stored;
    update({ version: newVersion, savedAt, message: null });
    if (conflicts.length > 0) enterConflict(snapshot.content, next, conflicts);
    else update({ state: 'saved', content: next, merges: isMerged ? snapshot.merges + 1 : snapshot.merges });
  }

  /**
   * Stops saving until the user has chosen between the conflicting texts. `merged` was merged from `own`, the content that
   * the user had then. The editor keeps showing the user's content.
   */
  function enterConflict(own: DraftContent, merged: DraftContent, conflicts: Conflict[]): void {
    contested = own;
    update({ state: 'conflict', merged, conflicts });
  }

  async function send(): Promise<void> {
    const sent = snapshot.content;
    update({ state: 'saving' });
    try {
      const answer = await client.call('saveDraft', { id: entryId, version: snapshot.version, content: sent });
      if (answer.result === 'CONFLICT') {
        update({ version: answer.version });
        enterConflict(sent, answer.content ?? sent, answer.conflicts);
        return;
      }
      accept(sent, answer.content ?? sent, answer.version, answer.savedAt);
      if (isSameContent(snapshot.content, confirmed)) await journal.clear();
      else if (snapshot.state === 'saved') schedule(pause);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      if (error.status === 401) return update({ state: 'signed-out' });
      if (error.kind === 'client' && error.status !== 408 && error.status !== 429)
        return update({ state: 'refused', message: error.message });
      update({ state: 'local' });
      schedule(retryPause);
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (sending) await sending;
    if (snapshot.state === 'conflict' || isSameContent(snapshot.content, confirmed)) return;
    sending ??= send().finally(() => {
      sending = null;
    });
    await sending;
  }

  function change(next: DraftContent): void {
    update({ content: next, state: snapshot.state === 'conflict' ? 'conflict' : 'saving' });
    void journal.write({ entryId, version: snapshot.version, content: next }).catch(() => undefined);
    if (snapshot.state !== 'conflict') schedule(pause);
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (edited) => change({ ...snapshot.content, ...edited }),
    flush,
    resume: async () => {
      for (const { edit, remove } of await journal.readAll(entryId).catch(() => [])) {
        if (isSameContent(edit.content, confirmed)) {
          await remove();
          continue;
        }
        const answer = await client.call('saveDraft', { id: entryId, version: edit.version, content: edit.content });
        if (answer.result === 'CONFLICT') {
          const typed = mergeContents({ base: confirmed, theirs: edit.content, ours: snapshot.content });
          update({ content: typed.content, version: answer.version, merges: snapshot.merges + 1 });
          enterConflict(edit.content, answer.content ?? edit.content, answer.conflicts);
          await journal.write({ entryId, version: answer.version, content: edit.content });
        } else {
          accept(confirmed, answer.content ?? edit.content, answer.version, answer.savedAt);
        }
        await remove();
      }
    },
    resolve: (chosen) => {
      // What was typed since the conflict appeared is added to the choice.
      const sides = { base: contested, theirs: chosen, ours: snapshot.content };
      const { content: together, conflicts } = mergeContents(sides);
      if (conflicts.length > 0) {
        enterConflict(snapshot.content, together, conflicts);
        return;
      }
      update({ state: 'saving', conflicts: [], merged: null, merges: snapshot.merges + 1 });
      change(together);
    },
    restart: (newVersion, newContent) => {
      confirmed = newContent;
      update({
        state: 'saved',
        version: newVersion,
        content: newContent,
        conflicts: [],
        merged: null,
        message: null,
        merges: snapshot.merges + 1,
      });
    },
    stop: () => clearTimeout(timer),
  };
}
