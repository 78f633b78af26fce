import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSetBuilder, Text, Transaction } from '@codemirror/state';
import {
  type Command,
  Decoration,
  EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  placeholder,
} from '@codemirror/view';
import { isRightToLeft } from '../../contract/content/text-direction.ts';
import { createBlockMenu } from './block-menu.ts';
import { createPasteHandler } from './clipboard/create-paste-handler.ts';
import { commandKeys, type EditorCommand } from './command-keys.ts';
import { toggleMarks, togglePrefix } from './commands.ts';
import { hideMarkup } from './hide-markup.ts';
import { joinParagraph, joinText } from './join-lines.ts';
import { markdownLanguage } from './language.ts';
import { type DialogKind, type EditorDialog, openDialog } from './open-dialog.ts';
import { showPictures } from './show-pictures.ts';
import { showTables } from './show-tables.ts';
import { trackRanges } from './tracked-range.ts';

const listPrefix = /^(?:[-*+] |\d+\. )/;
const headingPrefix = /^#{1,6} /;

const commands: Record<EditorCommand, Command> = {
  bold: toggleMarks('**'),
  italic: toggleMarks('*'),
  code: toggleMarks('`'),
  heading: togglePrefix('## ', headingPrefix),
  smallHeading: togglePrefix('### ', headingPrefix),
  list: togglePrefix('- ', listPrefix),
  numbers: togglePrefix('1. ', listPrefix),
  quote: togglePrefix('> ', /^> /),
  joinParagraph,
  joinText,
};

/** The keys that run the commands of the toolbar. */
const keys: KeyBinding[] = Object.entries(commands).flatMap(([name, run]) => {
  const key = commandKeys[name];
  return key ? [{ key, run }] : [];
});

/** The editor of one text, as the screen uses it. */
export interface TextEditor {
  run(command: EditorCommand): void;
  /** Opens the dialog about the part of the text at the cursor, or about a new part. */
  openDialog(kind: DialogKind): void;
  /** Replaces the text by the text of others. The cursor stays at its words, and `onChange` is not called. */
  replaceText(text: string): void;
  /** Moves the cursor to a line, counted from 1. */
  goToLine(line: number): void;
  focus(): void;
  destroy(): void;
}

export interface TextEditorOptions {
  parent: HTMLElement;
  text: string;
  nonce: string;
  label: string;
  isReadOnly: boolean;
  /** Called at each change of the text, with a function that returns it. */
  onChange(read: () => string): void;
  /** Shows a dialog about a part of the text. */
  onDialog(dialog: EditorDialog): void;
  /** The public address of the site, whose pages are linked by their path. */
  siteUrl: string;
  /** Shows a message about a paste to the user; null for no message. */
  onNotice(notice: string | null): void;
}

/** Returns the pictures among pasted or dropped files; none if the data also holds text. */
function findPictures(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}

/**
 * Creates the extension that calls `onPictures` with pasted and dropped pictures. A drop first moves the cursor to the
 * place of the drop.
 */
function createPictureHandler(onPictures: (view: EditorView, files: File[]) => void) {
  return EditorView.domEventHandlers({
    paste: ({ clipboardData }, view) => {
      const files = findPictures(clipboardData);
      if (files.length > 0) onPictures(view, files);
      return files.length > 0;
    },
    drop: ({ dataTransfer, clientX, clientY }, view) => {
      const files = findPictures(dataTransfer);
      if (files.length === 0) return false;
      const at = view.posAtCoords({ x: clientX, y: clientY });
      if (at !== null) view.dispatch({ selection: { anchor: at } });
      onPictures(view, files);
      return true;
    },
  });
}

/** Returns the smallest single change that turns one text into another. */
function findChange(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });

/** Gives each visible line the direction of its words, as the page gives it to each paragraph. */
const lineDirection = [
  EditorView.perLineTextDirection.of(true),
  EditorView.decorations.of(({ state: { doc }, visibleRanges }) => {
    const lines = new RangeSetBuilder<Decoration>();
    for (const { from, to } of visibleRanges)
      for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
        if (isRightToLeft(line.text)) lines.add(line.from, line.from, rightToLeft);
        if (line.to >= to || line.number === doc.lines) break;
      }
    return lines.finish();
  }),
];

/**
 * Creates the text editor. It keeps every byte that is not edited, including line endings and a missing last newline.
 */
export function createTextEditor(options: TextEditorOptions): TextEditor {
  const { parent, text, nonce, label, isReadOnly, onChange, onDialog, siteUrl, onNotice } = options;
  const open = (target: EditorView, kind: DialogKind, files: readonly File[] = []) =>
    onDialog(openDialog(target, kind, files));
  const lineSeparator = text.includes('\r\n') ? '\r\n' : '\n';
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of(lineSeparator),
        EditorView.cspNonce.of(nonce),
        EditorView.lineWrapping,
        lineDirection,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
        EditorState.readOnly.of(isReadOnly),
        history(),
        highlightSpecialChars(),
        search({ top: true }),
        markdownLanguage,
        hideMarkup,
        showPictures,
        showTables((target) => {
          if (!isReadOnly) open(target, 'table');
        }),
        createBlockMenu(open),
        trackRanges,
        isReadOnly
          ? []
          : [
              placeholder('Write, or type / for headings, lists, pictures and tables'),
              createPictureHandler((view, files) => open(view, 'picture', files)),
              createPasteHandler({ siteUrl, onNotice }),
            ],
        keymap.of([
          ...keys,
          {
            key: commandKeys.link ?? '',
            run: (target) => {
              if (!isReadOnly) open(target, 'link');
              return true;
            },
          },
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions, view }) => {
          const isFromOthers = transactions.some((each) => each.annotation(Transaction.remote));
          if (docChanged && !isFromOthers) onChange(() => view.state.sliceDoc());
        }),
      ],
    }),
  });
  return {
    run: (command) => {
      commands[command](view);
      view.focus();
    },
    openDialog: (kind) => open(view, kind),
    replaceText: (next) => {
      // Positions in the document count every line break as one character.
      const lines = next.split(lineSeparator).join('\n');
      const { from, to, insert } = findChange(view.state.doc.toString(), lines);
      if (from === to && insert === '') return;
      view.dispatch({
        changes: { from, to, insert: Text.of(insert.split('\n')) },
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
    },
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
