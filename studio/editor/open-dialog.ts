import type { EditorView } from '@codemirror/view';
import type { Grid } from '../grid/grid.ts';
import { insertBlock } from './commands.ts';
import { findFootnote, writeFootnote } from './markup/footnote.ts';
import { type EditedLink, findLink, writeLink } from './markup/link.ts';
import { findPicture, type Picture, writePicture } from './markup/picture.ts';
import { findTable, writeTable } from './markup/table.ts';
import { findNextNote, separateNote, toText } from './place-text.ts';
import { type TrackedRange, trackRange } from './tracked-range.ts';

/** A part of the text that a dialog edits. Changes apply to the part alone, wherever it has moved meanwhile. */
interface EditedPart<V> {
  value: V;
  /** Whether the part does not exist yet. */
  isNew: boolean;
  save(value: V): void;
  remove(): void;
  /** Stops tracking the part when the dialog ends. */
  release(): void;
}

export type LinkPart = EditedPart<EditedLink>;
export type TablePart = EditedPart<Grid>;
export type FootnotePart = EditedPart<string>;
/** `files` were pasted or dropped, and are still to be stored. */
export type PicturePart = EditedPart<Picture[]> & { files: readonly File[] };

export type EditorDialog =
  | ({ kind: 'link' } & LinkPart)
  | ({ kind: 'picture' } & PicturePart)
  | ({ kind: 'table' } & TablePart)
  | ({ kind: 'footnote' } & FootnotePart);

export type DialogKind = EditorDialog['kind'];

function replace(view: EditorView, { from, to }: TrackedRange, text: string): void {
  if (view.state.doc.sliceString(from, to) === text) return;
  view.dispatch({
    changes: { from, to, insert: toText(text) },
    selection: { anchor: from + text.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

function openLink(view: EditorView): LinkPart {
  const found = findLink(view.state);
  const { from, to } = found ?? view.state.selection.main;
  const range = trackRange(view, from, to);
  return {
    value: found ?? { text: view.state.sliceDoc(from, to), address: '', title: '' },
    isNew: !found,
    save: (link) => replace(view, range, writeLink(link)),
    remove: () => replace(view, range, found?.text ?? ''),
    release: range.release,
  };
}

function openPicture(view: EditorView, files: readonly File[]): PicturePart {
  const found = files.length > 0 ? null : findPicture(view.state);
  const { from, to } = found ?? view.state.selection.main;
  const range = trackRange(view, from, to);
  return {
    value: found ? [found] : [],
    files,
    isNew: !found,
    save: (pictures) => {
      const text = pictures.map(writePicture).join('\n\n');
      if (found) replace(view, range, text);
      else insertBlock(view, range.to, text);
    },
    remove: () => replace(view, range, ''),
    release: range.release,
  };
}

const newTable: Grid = {
  cells: [
    ['', ''],
    ['', ''],
    ['', ''],
  ],
  alignments: [null, null],
};

function openTable(view: EditorView): TablePart {
  const found = findTable(view.state);
  const { from, to } = found ?? view.state.selection.main;
  const range = trackRange(view, from, to);
  return {
    value: found?.grid ?? newTable,
    isNew: !found,
    save: (grid) => {
      if (found) replace(view, range, found.write(grid));
      else insertBlock(view, range.to, writeTable(grid));
    },
    remove: () => replace(view, range, ''),
    release: range.release,
  };
}

/** Adds the text of a footnote at the end, and its reference at `at`; null if the text already has the reference. */
function addFootnote(view: EditorView, label: string, text: string, at: number | null): void {
  const { doc } = view.state;
  const mark = `[^${label}]`;
  const end = at === doc.length ? mark : doc.sliceString(Math.max(0, doc.length - 2));
  view.dispatch({
    changes: [
      ...(at === null ? [] : [{ from: at, insert: mark }]),
      { from: doc.length, insert: toText(`${separateNote(end)}${mark}: ${writeFootnote(text)}\n`) },
    ],
    ...(at === null ? {} : { selection: { anchor: at + mark.length } }),
    userEvent: 'input',
  });
}

function removeFootnote(view: EditorView, label: string, range: TrackedRange | null): void {
  const { doc } = view.state;
  const definition = range && { from: doc.lineAt(range.from).from, to: Math.min(doc.length, range.to + 1) };
  const isInDefinition = (at: number) => definition && at >= definition.from && at < definition.to;
  const text = doc.toString();
  const mark = `[^${label}]`;
  const changes: { from: number; to: number }[] = definition ? [definition] : [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
    if (!isInDefinition(at)) changes.push({ from: at, to: at + mark.length });
  view.dispatch({ changes, userEvent: 'delete' });
}

function openFootnote(view: EditorView): FootnotePart {
  const found = findFootnote(view.state);
  const { to } = view.state.selection.main;
  const range = trackRange(view, found?.range?.from ?? to, found?.range?.to ?? to);
  const isWritten = Boolean(found?.range);
  return {
    value: found?.text ?? '',
    isNew: !found,
    save: (text) => {
      if (isWritten) replace(view, range, writeFootnote(text));
      else if (found) addFootnote(view, found.label, text, null);
      else addFootnote(view, String(findNextNote(view.state.doc)), text, range.to);
    },
    remove: () => removeFootnote(view, found?.label ?? '', isWritten ? range : null),
    release: range.release,
  };
}

/** Returns the dialog about the part of the text at the cursor, or about a new part. */
export function openDialog(view: EditorView, kind: DialogKind, files: readonly File[] = []): EditorDialog {
  switch (kind) {
    case 'link':
      return { kind, ...openLink(view) };
    case 'picture':
      return { kind, ...openPicture(view, files) };
    case 'table':
      return { kind, ...openTable(view) };
    case 'footnote':
      return { kind, ...openFootnote(view) };
  }
}
