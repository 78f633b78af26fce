import type { EntryType } from '../../contract/content/entry-types.ts';
import { getUnstoredId, isSettingSlug, settingRows } from '../../contract/content/settings.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { FieldError } from '../../contract/http/errors.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { Conflict, EntrySummary, SavedDraft } from '../../contract/studio/shapes.ts';
import type { Journal } from './journal.ts';

/**
 * Where the latest edit is. `saved`: on the server. All other states: not on the server yet. `saving`: a save is about
 * to be sent, or on its way. `local`: the server was not reached. `failed`: the server answered, and could not save
 * now. `signed-out`: the session has ended. `refused`: the server refuses this content. `gone`: the entry was removed.
 * `conflict`: somebody changed the same words, and the user has to choose.
 */
type SaveState = 'saved' | 'saving' | 'local' | 'failed' | 'signed-out' | 'refused' | 'gone' | 'conflict';

/** Why a save did not work, in the words of the server. */
export interface SaveProblem {
  message: string;
  fields: FieldError[];
  requestId: string | null;
}

/** The changed parts of a content, or a function that returns them. */
export type ContentChange = Partial<DraftContent> | ((content: DraftContent) => Partial<DraftContent>);

/** What the editor shows of the saver. */
export interface SaverSnapshot {
  state: SaveState;
  content: DraftContent;
  /** The version that the content was edited from. */
  version: string;
  /** When the draft was last saved; null without a draft. */
  savedAt: string | null;
  /** Why the last save did not work; null if the server was not reached, and after a save. */
  problem: SaveProblem | null;
  /** Whether this device keeps the latest edit; false if its journal could not be written. */
  isOnDevice: boolean;
  conflicts: Conflict[];
  /** In a conflict: who changed the same words, if known. */
  conflictWith: string | null;
  /** In a conflict: both edits together, with the text of the others where both changed the same words. */
  merged: DraftContent | null;
  /** Counts the changes that did not come from the fields of the screen, so that the text editor takes them over. */
  merges: number;
}

/** What a form without JavaScript could not save. The screen shows it again, and begins with it where scripts run. */
export interface UnsavedForm {
  /** The version that the form was edited from. */
  version: string;
  content: DraftContent;
  problem: SaveProblem | null;
  /** The answer of the server, if others changed the same words. */
  conflict: SavedDraft | null;
}

/** The state after a failed save, and for a failure that may pass the milliseconds until the save is sent again. */
export interface SaveFailure {
  state: SaveState;
  problem: SaveProblem | null;
  retryAfter: number | null;
}

/** Milliseconds before a save that failed is sent again. */
const retryPause = 3_000;

/** Returns what a failed save means for the edit. */
export function describeSaveFailure(error: unknown): SaveFailure {
  if (!isApiFailure(error)) {
    const problem = { message: 'An error in this page prevented saving.', fields: [], requestId: null };
    return { state: 'failed', problem, retryAfter: retryPause };
  }
  const { status, message, fields, requestId, retryAfter } = error;
  const problem = { message, fields, requestId };
  if (status === null) return { state: 'local', problem: null, retryAfter: retryPause };
  if (status === 401) return { state: 'signed-out', problem: null, retryAfter: null };
  if (status === 404 || status === 410) return { state: 'gone', problem, retryAfter: null };
  if (status >= 500 || status === 408 || status === 429)
    return { state: 'failed', problem, retryAfter: Math.max(retryPause, (retryAfter ?? 0) * 1_000) };
  return { state: 'refused', problem, retryAfter: null };
}

/** A version of an entry that the server has, with its content. */
export interface StoredVersion {
  version: string;
  content: DraftContent;
}

/** A conflict that waits for the user. */
export interface UnresolvedConflict {
  /** The content of the user that was merged with theirs. */
  own: DraftContent;
  /** The stored version of somebody else. The content that the user chooses is saved as a change of it. */
  theirs: StoredVersion;
}

/** What a saver begins with: who edits which entry, and the version that the page shows. */
export interface DraftSaverOptions {
  client: StudioClient;
  journal: Journal;
  userId: number;
  entryId: number;
  entryType: EntryType;
  version: string;
  content: DraftContent;
  savedAt: string | null;
  unsaved?: UnsavedForm | null;
  /** For a setting: the id that it has until it is stored, and the function that stores it and returns its id. */
  unstored?: { id: number; create: () => Promise<number> } | undefined;
}

/** Returns how a saver stores a setting that was never stored; undefined for other entries. */
export function describeUnstored(client: StudioClient, { type, slug }: EntrySummary) {
  if (type !== 'SETTING' || !isSettingSlug(slug)) return undefined;
  const create = async (): Promise<number> => {
    try {
      return (await client.call('createEntry', { type, title: settingRows[slug].title, slug })).id;
    } catch (error) {
      // Somebody else has changed the setting first.
      if (isApiFailure(error) && error.code === 'conflict')
        return (await client.call('openSetting', { slug })).entry.id;
      throw error;
    }
  };
  return { id: getUnstoredId(slug), create };
}

/** Keeps one entry's draft saved. */
export interface DraftSaver {
  getSnapshot(): SaverSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * Changes the content: into the journal at once, to the server after a pause. A function gets the content with every
   * earlier edit.
   */
  edit(change: ContentChange): void;
  /**
   * Changes the content after the next paint, so that a key is shown before its text is kept. Whatever needs the
   * content earlier, such as a save, reads the change at once. A later change replaces one that still waits.
   */
  editAfterPaint(read: () => Partial<DraftContent>): void;
  /**
   * Makes the change that waits for the next paint now, if there is one, and renders the screen: the next field that
   * changes starts from the values that the screen shows.
   */
  applyWaiting(): void;
  /** Saves what is not saved yet, now. Resolves when the server has answered. */
  flush(): Promise<void>;
  /** Takes over the user's edits in this browser that no server has confirmed, as after a crash, and saves them. */
  resume(): Promise<void>;
  /** Continues after a conflict with the content that the user has put together. */
  resolve(content: DraftContent): void;
  /**
   * Saves the latest words, runs an action on that version, such as publishing, and takes over its result together with
   * what was typed meanwhile. Throws an `ApiFailure` without running the action if the words could not be saved, or if
   * the save has added changes that the user has not seen.
   */
  runAction<T extends StoredVersion>(action: (version: string) => Promise<T>): Promise<T>;
  /** Gives the edit up, because it was saved as another entry. */
  discard(): void;
  /** Sends nothing any more. What is not saved stays in the journal. */
  stop(): void;
}
