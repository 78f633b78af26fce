import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getSettingPath } from '../../contract/studio/paths.ts';
import { Button } from '../parts/button.tsx';
import { Section } from '../parts/panel.tsx';
import { useUser } from '../parts/shell.tsx';
import { claimUnsavedEdits, followUnsavedEdits, type JournalEdit, openJournal, type UnsavedEdits } from './journal.ts';
import { RemovedEntry } from './removed-entry.tsx';

/**
 * Lists the entries with unsaved edits of the user in the journal of this device. Opening an entry saves its edits.
 * `includesOpen` adds edits that an open page is still sending.
 */
export function UnsavedEditList({ includesOpen = false }: { includesOpen?: boolean }) {
  const { id: userId } = useUser();
  const [{ own, unclaimed }, setEdits] = useState<UnsavedEdits>({ own: [], unclaimed: 0 });
  const [claims, setClaims] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a claim changes the journal
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    followUnsavedEdits({ userId, includesOpen, signal }, setEdits).catch(() => undefined);
    return () => unmounted.abort();
  }, [userId, includesOpen, claims]);
  const titles = new Map(
    own.map(({ entryId, content: { title, fields } }) => [
      typeof fields.setting === 'string' ? getSettingPath(fields.setting) : `/studio/content/${entryId}`,
      title,
    ]),
  );
  const claim = () => void claimUnsavedEdits(userId).then(() => setClaims(claims + 1));
  return (
    <Section title="On this device, not saved yet" isShown={titles.size + unclaimed > 0}>
      {titles.size > 0 && (
        <>
          <p>Open an entry to save its changes. Nobody else who signs in on this browser sees them.</p>
          <ul>
            {[...titles].map(([path, title]) => (
              <li key={path}>
                <Link to={path} dir="auto">
                  {title || 'Untitled'}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {unclaimed > 0 && (
        <>
          <p>An earlier version of the Studio left changes here without noting who wrote them.</p>
          <div>
            <Button onClick={claim}>They are mine</Button>
          </div>
        </>
      )}
    </Section>
  );
}

/** An unsaved edit of a removed entry, and the function that removes the edit from the journal. */
interface LeftEdit {
  edit: JournalEdit;
  remove: () => void;
}

/** Shows the user's unsaved edits of a removed entry on this device, so that they can be saved elsewhere. */
export function EditsOfRemovedEntry({ entryId }: { entryId: number }) {
  const { id: userId } = useUser();
  const [left, setLeft] = useState<LeftEdit[]>([]);
  useEffect(() => {
    const { promise: unmounted, reject: endRecovery } = Promise.withResolvers<never>();
    unmounted.catch(() => undefined);
    const offerEdit = (edit: JournalEdit) => {
      const { promise: saved, resolve: remove } = Promise.withResolvers<void>();
      setLeft((before) => [...before, { edit, remove }]);
      // The journal removes an edit when this promise is fulfilled, and keeps it when the promise is rejected.
      return Promise.race([saved, unmounted]);
    };
    openJournal()
      .recover({ userId, entryId }, offerEdit)
      .catch(() => undefined);
    return () => endRecovery(new Error('The user left the screen'));
  }, [userId, entryId]);
  return left.map(({ edit, remove }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: edits have no id, and the list only grows
    <RemovedEntry key={index} type={edit.entryType} content={edit.content} onSaved={remove} />
  ));
}
