import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Superscript,
  Table,
  TextInitial,
  TextQuote,
  WrapText,
} from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { commandKeys, type EditorCommand } from './command-keys.ts';
import type { TextEditor } from './create-editor.ts';
import type { DialogKind } from './open-dialog.ts';
import styles from './toolbar.module.css';

interface Tool {
  icon: LucideIcon;
  name: string;
  command?: EditorCommand;
  dialog?: DialogKind;
}

/** The buttons in groups, with a line between groups. */
const groups: Tool[][] = [
  [
    { command: 'heading', icon: Heading2, name: 'Heading' },
    { command: 'smallHeading', icon: Heading3, name: 'Smaller heading' },
  ],
  [
    { command: 'bold', icon: Bold, name: 'Bold' },
    { command: 'italic', icon: Italic, name: 'Italic' },
    { command: 'code', icon: Code, name: 'Code' },
    { dialog: 'link', icon: Link, name: 'Link' },
  ],
  [
    { command: 'list', icon: List, name: 'List' },
    { command: 'numbers', icon: ListOrdered, name: 'Numbered list' },
    { command: 'quote', icon: TextQuote, name: 'Quotation' },
  ],
  [
    { dialog: 'picture', icon: Image, name: 'Picture' },
    { dialog: 'table', icon: Table, name: 'Table' },
    { dialog: 'footnote', icon: Superscript, name: 'Footnote' },
  ],
  [
    { command: 'joinParagraph', icon: WrapText, name: 'Join lines of this paragraph' },
    { command: 'joinText', icon: TextInitial, name: 'Join all lines of the text' },
  ],
];
const tools = groups.flat();

/** Returns the name of a button with its key: `Bold (Ctrl-B)`. */
function nameTool({ name, command, dialog }: Tool): string {
  const key = commandKeys[command ?? dialog ?? ''];
  return key ? `${name} (${key.replace('Mod', 'Ctrl').replace(/\w$/, (letter) => letter.toUpperCase())})` : name;
}

/**
 * Renders the commands of the editor. The arrow keys move within it, as in every toolbar (ARIA Authoring Practices). A
 * key in the text does not render it anew.
 */
export const Toolbar = memo(function Toolbar({ editor }: { editor: TextEditor | null }) {
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

  function renderTool(tool: Tool) {
    const { icon, command, dialog } = tool;
    const index = tools.indexOf(tool);
    const name = nameTool(tool);
    return (
      <IconButton
        key={name}
        icon={icon}
        label={name}
        tabIndex={index === active ? 0 : -1}
        disabled={!editor}
        onFocus={() => setActive(index)}
        onClick={() => {
          if (command) editor?.run(command);
          if (dialog) editor?.openDialog(dialog);
        }}
      />
    );
  }

  return (
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles.bar} onKeyDown={handleKeyDown}>
      {groups.map((group) => (
        <div key={group[0]?.name} className={styles.group}>
          {group.map(renderTool)}
        </div>
      ))}
    </div>
  );
});
