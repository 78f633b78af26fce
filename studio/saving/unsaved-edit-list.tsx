import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../parts/section.tsx';
import { type JournalEdit, listUnsavedEdits, openJournal } from './journal.ts';
import { RemovedEntry } from './removed-entry.tsx';

/** Lists the entries with unsaved edits in the journal of this device. Opening an entry saves its edits. */
export function UnsavedEditList() {
  const [edits, setEdits] = useState<JournalEdit[]>([]);
  useEffect(() => {
    listUnsavedEdits().then(setEdits, () => undefined);
  }, []);
  const titles = new Map(edits.map(({ entryId, content }) => [entryId, content.title]));
  return (
    <Section title="On this device, not saved yet" isShown={titles.size > 0}>
      <p>Open an entry to save its changes.</p>
      <ul>
        {[...titles].map(([id, title]) => (
          <li key={id}>
            <Link to={`/studio/content/${id}`} discover="none">
              {title || 'Untitled'}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** An unsaved edit of a removed entry, and the function that removes the edit from the journal. */
interface LeftEdit {
  edit: JournalEdit;
  remove: () => void;
}

/** Shows the unsaved edits of a removed entry in the journal of this device, so that they can be saved elsewhere. */
export function EditsOfRemovedEntry({ entryId }: { entryId: number }) {
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
      .recover(entryId, offerEdit)
      .catch(() => undefined);
    return () => endRecovery(new Error('The user left the screen'));
  }, [entryId]);
  return left.map(({ edit, remove }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: edits have no id, and the list only grows
    <RemovedEntry key={index} type={edit.entryType} content={edit.content} onSaved={remove} />
  ));
}
