import { useState } from 'react';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { TextArea } from '../parts/text-field.tsx';
import styles from './conflict-view.module.css';

/** Returns a content with one value replaced; `path` is the names on the way to it, with dots between. */
function replaceAt(content: DraftContent, path: string, text: string): DraftContent {
  const names = path.split('.');
  const copy = structuredClone(content) as unknown as Record<string, unknown>;
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = names.at(-1) ?? '';
  at[last] = typeof at[last] === 'string' ? text : JSON.parse(text);
  return copy as unknown as DraftContent;
}

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
  const set = (index: number, text: string) => setTexts(texts.map((old, each) => (each === index ? text : old)));
  return (
    <Notice kind="alert">
      <h2 className={styles.title}>Somebody changed the same words while you wrote</h2>
      <p>Both texts are kept. Put together below what shall stay; it becomes your draft.</p>
      {conflicts.map(({ path, theirs, ours }, index) => (
        <fieldset key={path} className={styles.conflict}>
          <legend className={styles.path}>{path}</legend>
          <div className={styles.sides}>
            <TextArea label="Theirs" readOnly rows={8} value={theirs} />
            <TextArea
              label="What shall stay"
              rows={8}
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
      <Button
        look="primary"
        onClick={() =>
          onResolved(conflicts.reduce((whole, { path }, index) => replaceAt(whole, path, texts[index] ?? ''), content))
        }
      >
        Save this
      </Button>
    </Notice>
  );
}
