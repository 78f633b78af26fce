import { use, useEffect, useRef, useState } from 'react';
import { StudioSettingsContext } from '../context.ts';
import styles from './body-editor.module.css';
import type { TextEditor } from './create-editor.ts';
import { FootnoteDialog } from './dialogs/footnote-dialog.tsx';
import { LinkDialog } from './dialogs/link-dialog.tsx';
import { PictureDialog } from './dialogs/picture-dialog.tsx';
import { TableDialog } from './dialogs/table-dialog.tsx';
import type { EditorDialog } from './open-dialog.ts';
import { Toolbar } from './toolbar.tsx';

/** Loads the editor's code. The build for the server leaves it out. */
const loadEditor = import.meta.env.SSR ? null : () => import('./create-editor.ts');
// Begins with the screen's own code, while the entry is loaded or hydrated. The effect below shows a failure.
loadEditor?.().catch(() => undefined);

/** Renders the dialog about a part of the text. */
function PartDialog({ dialog, onClose }: { dialog: EditorDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case 'link':
      return <LinkDialog part={dialog} onClose={onClose} />;
    case 'picture':
      return <PictureDialog part={dialog} onClose={onClose} />;
    case 'table':
      return <TableDialog part={dialog} onClose={onClose} />;
    case 'footnote':
      return <FootnoteDialog part={dialog} onClose={onClose} />;
  }
}

/**
 * Renders the editor of a Markdown text. A plain text field is shown without JavaScript, before the editor's code has
 * arrived, and if it cannot be loaded. `merges` counts the changes of other people. The editor takes the new `text`
 * whenever the count changes.
 */
export function BodyEditor({
  label = 'Text',
  name,
  path,
  size = 'large',
  text,
  merges,
  line,
  isReadOnly,
  onChange,
  onEdit,
}: {
  label?: string;
  /** The name of the plain field in a form that is sent without JavaScript. */
  name?: string;
  /** The path by which problems name the text. */
  path?: string;
  /** `small` for a text among other fields. */
  size?: 'small' | 'large';
  text: string;
  merges: number;
  /** A line to go to, with a number that changes with each request; null for none. */
  line: { line: number; request: number } | null;
  isReadOnly: boolean;
  onChange: (text: string) => void;
  /** Called at each edit in the editor, with a function that returns the text. */
  onEdit: (read: () => string) => void;
}) {
  const { nonce, siteUrl } = use(StudioSettingsContext);
  const parent = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const latest = useRef({ text, merges, onEdit });
  latest.current = { text, merges, onEdit };
  /** The count of merges whose text the editor shows. */
  const shownMerges = useRef(merges);
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [notice, setNotice] = useState<string | null>(null);

  useEffect(() => {
    let created: TextEditor | null = null;
    let isUnmounted = false;
    const showEditor = ({ createTextEditor }: typeof import('./create-editor.ts')) => {
      if (isUnmounted || !parent.current) return;
      created = createTextEditor({
        parent: parent.current,
        text: latest.current.text,
        nonce,
        label,
        isReadOnly,
        onChange: (read) => latest.current.onEdit(read),
        onDialog: setDialog,
        siteUrl,
        onNotice: setNotice,
      });
      shownMerges.current = latest.current.merges;
      setEditor(created);
    };
    void loadEditor?.().then(showEditor, () => {
      if (isUnmounted) return;
      setNotice(
        'The editor could not be loaded. What you write in this plain field is saved as usual. ' +
          'To load the editor, reload the page.',
      );
    });
    return () => {
      isUnmounted = true;
      created?.destroy();
      setEditor(null);
    };
  }, [nonce, siteUrl, label, isReadOnly]);

  useEffect(() => {
    // Only changes of others replace the text: the editor may already hold words that `text` does not.
    if (!editor || shownMerges.current === merges) return;
    shownMerges.current = merges;
    editor.replaceText(latest.current.text);
  }, [editor, merges]);
  useEffect(() => {
    if (!dialog) return undefined;
    // Runs after the dialog has left the page, because nothing else can get the focus while the dialog is open.
    return () => {
      dialog.release();
      editor?.focus();
    };
  }, [dialog, editor]);
  useEffect(() => {
    if (line && editor) editor.goToLine(line.line);
    else if (line) plain.current?.focus();
  }, [editor, line]);

  return (
    <div className={styles.editor} data-size={size} data-path={path} data-editor>
      <Toolbar editor={isReadOnly ? null : editor} />
      <p role="status" className={styles.notice}>
        {notice}
      </p>
      <div ref={parent} className={styles.text} />
      {dialog && <PartDialog dialog={dialog} onClose={() => setDialog(null)} />}
      {!editor && (
        <textarea
          ref={plain}
          dir="auto"
          name={name}
          aria-label={label}
          rows={size === 'small' ? 8 : 20}
          className={styles.plain}
          value={text}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
