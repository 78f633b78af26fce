import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { SectionDrawing } from './section-drawing.tsx';
import styles from './section-palette.module.css';
import { findSectionKinds } from './section-values.ts';

/** Offers the kinds of sections by their drawings. Typing finds kinds by their words, and Enter adds the first. */
export function SectionPalette({
  kinds,
  onChosen,
  onClose,
}: {
  kinds: readonly string[];
  onChosen: (kind: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const found = findSectionKinds(kinds, text);
  return (
    <Dialog title="Add a section" size="wide" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() && found[0]) onChosen(found[0].kind);
        }}
      >
        <TextField
          label="Find a kind"
          hint="Enter adds the first that is found."
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <p role="status">{found.length === 0 && 'No kind matches. Try another word, such as picture, list or form.'}</p>
      <ul className={styles.kinds}>
        {found.map(({ kind, label, summary }, index) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.kind}
              data-first={(index === 0 && text.trim() !== '') || undefined}
              onClick={() => onChosen(kind)}
            >
              <SectionDrawing kind={kind} />
              <span className={styles.words}>
                <span className={styles.label}>{label}</span>
                <span className={styles.summary}>{summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
