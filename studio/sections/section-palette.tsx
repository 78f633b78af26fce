import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { sectionDrawings } from './drawings.ts';
import styles from './section-drawing.module.css';
import sectionPaletteStyles from './section-palette.module.css';
import { findSectionKinds } from './section-values.ts';

/** Renders the small drawing of a kind of section; an empty sheet for a kind that this version does not know. */
export function SectionDrawing({ kind }: { kind: string }) {
  const { soft, ink, accent } = Object.entries(sectionDrawings).find(([name]) => name === kind)?.[1] ?? {};
  return (
    <svg viewBox="0 0 48 32" width="48" height="32" aria-hidden="true" className={styles.drawing}>
      {soft && <path className={styles.soft} d={soft} />}
      {ink && <path className={styles.ink} d={ink} />}
      {accent && <path className={styles.accent} d={accent} />}
    </svg>
  );
}

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
      <ul className={sectionPaletteStyles.kinds}>
        {found.map(({ kind, label, summary }, index) => (
          <li key={kind}>
            <button
              type="button"
              className={sectionPaletteStyles.kind}
              data-first={(index === 0 && text.trim() !== '') || undefined}
              onClick={() => onChosen(kind)}
            >
              <SectionDrawing kind={kind} />
              <span className={sectionPaletteStyles.words}>
                <span className={sectionPaletteStyles.label}>{label}</span>
                <span className={sectionPaletteStyles.summary}>{summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
