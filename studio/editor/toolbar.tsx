import { type KeyboardEvent, useRef, useState } from 'react';
import type { EditorCommand, TextEditor } from './create-editor.ts';
import { LinkDialog } from './link-dialog.tsx';
import styles from './toolbar.module.css';

const buttons: { command: EditorCommand; label: string; title: string }[] = [
  { command: 'heading', label: 'H2', title: 'H2 heading' },
  { command: 'smallHeading', label: 'H3', title: 'H3 smaller heading' },
  { command: 'bold', label: 'B', title: 'Bold (Ctrl-B)' },
  { command: 'italic', label: 'I', title: 'Italic (Ctrl-I)' },
  { command: 'code', label: '<>', title: 'Code' },
  { command: 'list', label: '•', title: 'List' },
  { command: 'numbers', label: '1.', title: '1. Numbered list' },
  { command: 'quote', label: '”', title: 'Quotation' },
  { command: 'table', label: 'Table', title: 'Table' },
  { command: 'footnote', label: 'Note', title: 'Note at the foot' },
];

/** Renders the commands of the editor. The arrow keys move within it, as in every toolbar (ARIA Authoring Practices). */
export function Toolbar({ editor, onPicture }: { editor: TextEditor | null; onPicture: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [isLinking, setLinking] = useState(false);

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // A dialog of the toolbar stands elsewhere in the document, but its keys arrive here too.
    if (!step || !bar.current?.contains(event.target as Node)) return;
    const all = [...(bar.current?.querySelectorAll('button') ?? [])];
    const next = (active + step + all.length) % all.length;
    setActive(next);
    all[next]?.focus();
    event.preventDefault();
  }

  const tabIndex = (index: number) => (index === active ? 0 : -1);
  return (
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles.bar} onKeyDown={handleKeyDown}>
      {buttons.map(({ command, label, title }, index) => (
        <button
          key={command}
          type="button"
          title={title}
          aria-label={title}
          tabIndex={tabIndex(index)}
          disabled={!editor}
          className={styles.button}
          data-command={command}
          onFocus={() => setActive(index)}
          onClick={() => editor?.run(command)}
        >
          {label}
        </button>
      ))}
      {[
        { label: 'Link', open: () => setLinking(true) },
        { label: 'Picture', open: onPicture },
      ].map(({ label, open }, index) => (
        <button
          key={label}
          type="button"
          tabIndex={tabIndex(buttons.length + index)}
          disabled={!editor}
          className={styles.button}
          onFocus={() => setActive(buttons.length + index)}
          onClick={open}
        >
          {label}
        </button>
      ))}
      {isLinking && (
        <LinkDialog
          onChosen={(address, title) => editor?.insertLink(address, title)}
          onClose={() => {
            setLinking(false);
            editor?.focus();
          }}
        />
      )}
    </div>
  );
}
