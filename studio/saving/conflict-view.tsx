import { useState } from 'react';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { resolveConflicts } from '../../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { TextArea } from '../parts/text-field.tsx';
import styles from './conflict-view.module.css';

/** Shows both texts where two people changed the same words. Nothing is replaced until the user has chosen. */
export function ConflictView({
  conflicts,
  content,
  onResolved,
}: {
  conflicts: Conflict[];
  content: DraftContent;
  onResolved: (content: DraftContent) => void;
}) {
  const [texts, setTexts] = useState(() => conflicts.map(({ ours }) => ours));
  const [shown, setShown] = useState(conflicts);
  if (shown !== conflicts) {
    setShown(conflicts);
    setTexts(conflicts.map(({ ours }) => ours));
  }
  const set = (index: number, text: string) => setTexts(texts.map((old, each) => (each === index ? text : old)));
  return (
    <Notice kind="alert">
      <h2 className={styles.title}>Somebody changed the same words while you wrote</h2>
      <p>Both texts are kept. Put together below what shall stay; it becomes your draft.</p>
      {conflicts.map(({ path, offset, theirs, ours }, index) => (
        <fieldset key={`${path} ${offset}`} className={styles.conflict}>
          <legend className={styles.path}>{path}</legend>
          <div className={styles.sides}>
            <TextArea label="Theirs" readOnly rows={4} value={theirs} />
            <TextArea
              label="What shall stay"
              rows={4}
              value={texts[index]}
              onChange={({ target }) => set(index, target.value)}
            />
          </div>
          <div className={styles.choices}>
            <Button onClick={() => set(index, theirs)}>Take theirs</Button>
            <Button onClick={() => set(index, ours)}>Take mine</Button>
          </div>
        </fieldset>
      ))}
      <Button look="primary" onClick={() => onResolved(resolveConflicts(content, conflicts, texts))}>
        Save this
      </Button>
    </Notice>
  );
}
