import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../parts/section.tsx';
import { type JournalEdit, listLeftEdits, openJournal } from './journal.ts';
import { RemovedEntry } from './removed-entry.tsx';

/** Lists entries with words on this device that were not saved. Opening an entry saves them. */
export function LeftEdits() {
  const [edits, setEdits] = useState<JournalEdit[]>([]);
  useEffect(() => {
    listLeftEdits().then(setEdits, () => undefined);
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

/** An edit of an entry that was removed, and the function that takes it out of the journal. */
interface LeftEdit {
  edit: JournalEdit;
  remove: () => void;
}

/** Offers the words that this device has of an entry that does not exist any more. */
export function EditsOfRemovedEntry({ entryId }: { entryId: number }) {
  const [left, setLeft] = useState<LeftEdit[]>([]);
  useEffect(() => {
    const { promise: isLeft, reject: leave } = Promise.withResolvers<never>();
    isLeft.catch(() => undefined);
    const take = (edit: JournalEdit) => {
      const { promise, resolve: remove } = Promise.withResolvers<void>();
      setLeft((before) => [...before, { edit, remove }]);
      // An edit that was not saved when the screen is left stays in the journal.
      return Promise.race([promise, isLeft]);
    };
    openJournal()
      .recover(entryId, take)
      .catch(() => undefined);
    return () => leave(new Error('The screen was left'));
  }, [entryId]);
  return left.map(({ edit, remove }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: edits have no identity, and none is removed from the list
    <RemovedEntry key={index} type={edit.entryType} content={edit.content} onSaved={remove} />
  ));
}
