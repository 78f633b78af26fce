import { useCallback, useEffect, useState } from 'react';
import { useActionData } from 'react-router';
import { isSettingSlug } from '../../../contract/content/settings.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { OpenedEntry, SavedDraft } from '../../../contract/studio/shapes.ts';
import { useClient } from '../../context.ts';
import { applySentFields } from '../../fields/sent-fields.ts';
import { useUser } from '../../parts/shell.tsx';
import { takeTypedFields, takeTypedTexts } from '../../saving/before-hydration.ts';
import type { DraftSaver } from '../../saving/save-state.ts';
import { useDraft } from '../../saving/use-draft.ts';
import type { ActionRefusal } from '../../screen.ts';
import { readUnsavedForm } from './save-form.ts';

/**
 * Returns a function that runs an action on the draft. If the action is refused because somebody else saved another
 * version, that version is loaded, so that the user can read it and try again.
 */
function useEntryAction(
  reopen: () => Promise<OpenedEntry>,
  saver: DraftSaver,
  onLoaded: (opened: OpenedEntry) => void,
): DraftSaver['runAction'] {
  return useCallback(
    async (action) => {
      try {
        return await saver.runAction(action);
      } catch (error) {
        // If the other version cannot be loaded either, the refusal still says what happened.
        if (isApiFailure(error) && error.code === 'conflict')
          await saver.runAction(reopen).then(onLoaded, () => undefined);
        throw error;
      }
    },
    [reopen, saver, onLoaded],
  );
}

/** Focuses the heading of the screen, where the element that had the focus is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#screen h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** What the last form of the screen led to. */
export interface SentForm {
  refusal?: ActionRefusal;
  done?: string;
  conflict?: SavedDraft;
  values?: ActionRefusal['values'];
}

/**
 * Keeps an open entry and its draft: takes over what was typed before the script had loaded, what actions and forms
 * change, and saves at Ctrl-S.
 */
export function useOpenEntry(loadedEntry: OpenedEntry) {
  const [opened, setOpened] = useState(loadedEntry);
  const [loaded, setLoaded] = useState(loadedEntry);
  const [result, setResult] = useState<{ done: string } | null>(null);
  const setDone = useCallback((done: string | null) => setResult(done === null ? null : { done }), []);
  const client = useClient();
  const user = useUser();
  const sent = useActionData<SentForm>();
  const { saver, draft } = useDraft(loadedEntry, readUnsavedForm(loadedEntry, sent));
  const { id, type, slug } = loadedEntry.entry;
  const reopen = useCallback(
    () =>
      type === 'SETTING' && isSettingSlug(slug)
        ? client.call('openSetting', { slug })
        : client.call('openEntry', { id }),
    [client, id, type, slug],
  );
  const runAction = useEntryAction(reopen, saver, setOpened);

  // The first save has stored a setting that was never stored before.
  const isUnknown = opened.entry.id < 0 && draft.version !== opened.version;
  useEffect(() => {
    // After a failure the next save asks again.
    if (isUnknown && draft.version) void saver.runAction(reopen).then(setOpened, () => undefined);
  }, [isUnknown, draft.version, saver, reopen]);

  useEffect(() => {
    const typed = takeTypedTexts(['title', 'summary', 'body']);
    if (Object.keys(typed).length > 0) saver.edit(typed);
    const fields = takeTypedFields();
    if (Object.keys(fields).length > 0)
      saver.edit((content) => ({ fields: applySentFields(content.fields, loadedEntry.fieldsSchema, fields) }));
  }, [saver, loadedEntry]);

  // The loader runs again after each form of this screen.
  if (loaded !== loadedEntry) {
    setLoaded(loadedEntry);
    setOpened(loadedEntry);
    setDone(null);
  }
  // The form may have changed the draft, as undoing a publication does. Unsaved words are merged by their next save.
  useEffect(() => {
    const { version, state } = saver.getSnapshot();
    if (loadedEntry.version === version || state !== 'saved') return;
    // Asks again between two saves: a save may have been stored after the screen was loaded.
    void saver.runAction(reopen).catch(() => undefined);
  }, [saver, reopen, loadedEntry]);

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void saver.flush();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [saver]);

  // The dialog or the button that had the focus may be gone.
  useEffect(() => {
    if (result && document.activeElement === document.body) focusHeading();
  }, [result]);

  /** Shows what others have stored, unless the user is writing: the next save merges it then. */
  async function takeOver(stored: string): Promise<void> {
    const shown = opened.entry.version.split('.')[0];
    const { version, state } = saver.getSnapshot();
    if (state !== 'saved' || stored === `${shown}.${version.charAt(0)}${version.split('-')[1]}`) return;
    const changed = await saver.runAction(reopen).catch(() => null);
    if (!changed) return;
    setOpened(changed);
    const { lastAct, entry } = changed;
    // The entry is loaded after `stored`, and may have changed since. An own act may be told before its answer arrives.
    const isPublicChange = entry.version.split('.')[0] !== shown;
    if (isPublicChange && lastAct && lastAct.doneBy !== user.name)
      setDone(`${isolateText(lastAct.doneBy ?? 'Somebody')} changed what visitors see of this entry.`);
  }

  /** Shows the entry as an action has changed it, with a message. */
  const showChanged = useCallback(
    (changed: OpenedEntry, message: string) => {
      setOpened(changed);
      setDone(message);
    },
    [setDone],
  );

  return {
    opened,
    saver,
    draft,
    runAction,
    sent,
    /** What the last action did. */
    result: result ?? sent,
    showChanged,
    takeOver,
  };
}
