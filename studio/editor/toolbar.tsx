import { type KeyboardEvent, useRef, useState } from 'react';
import type { EditorCommand, TextEditor } from './create-editor.ts';
import type { DialogKind } from './open-dialog.ts';
import styles from './toolbar.module.css';

const buttons: { label: string; title: string; command?: EditorCommand; dialog?: DialogKind }[] = [
  { command: 'heading', label: 'H2', title: 'H2 heading' },
  { command: 'smallHeading', label: 'H3', title: 'H3 smaller heading' },
  { command: 'bold', label: 'B', title: 'Bold (Ctrl-B)' },
  { command: 'italic', label: 'I', title: 'Italic (Ctrl-I)' },
  { command: 'code', label: '<>', title: 'Code' },
  { command: 'list', label: '•', title: 'List' },
  { command: 'numbers', label: '1.', title: '1. Numbered list' },
  { command: 'quote', label: '”', title: 'Quotation' },
  { dialog: 'table', label: 'Table', title: 'Table' },
  { dialog: 'footnote', label: 'Note', title: 'Note at the foot' },
  { dialog: 'link', label: 'Link', title: 'Link (Ctrl-K)' },
  { dialog: 'picture', label: 'Picture', title: 'Picture' },
  { command: 'joinParagraph', label: 'Join', title: 'Join lines of this paragraph' },
  { command: 'joinText', label: 'Join all', title: 'Join all: lines of the whole text' },
];

/**
 * Renders the commands of the editor. The arrow keys move within it, as in every toolbar (ARIA Authoring Practices).
 */
export function Toolbar({ editor }: { editor: TextEditor | null }) {
  const bar = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...(bar.current?.querySelectorAll('button') ?? [])];
    const next = (active + step + all.length) % all.length;
    setActive(next);
    all[next]?.focus();
    event.preventDefault();
  }

  return (
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles.bar} onKeyDown={handleKeyDown}>
      {buttons.map(({ command, dialog, label, title }, index) => (
        <button
          key={title}
          type="button"
          title={title}
          aria-label={title}
          tabIndex={index === active ? 0 : -1}
          disabled={!editor}
          className={styles.button}
          data-command={command}
          onFocus={() => setActive(index)}
          onClick={() => {
            if (command) editor?.run(command);
            if (dialog) editor?.openDialog(dialog);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
