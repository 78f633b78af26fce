import type { DialogKind } from './open-dialog.ts';

/** The names of the commands of the toolbar. */
export type EditorCommand =
  | 'bold'
  | 'italic'
  | 'code'
  | 'heading'
  | 'smallHeading'
  | 'list'
  | 'numbers'
  | 'quote'
  | 'joinParagraph'
  | 'joinText';

/** The keys of commands and dialogs, as CodeMirror writes them. The toolbar shows them without loading the editor. */
export const commandKeys: Partial<Record<string, string>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  code: 'Mod-e',
  link: 'Mod-k',
  numbers: 'Mod-Shift-7',
  list: 'Mod-Shift-8',
  quote: 'Mod-Shift-9',
} satisfies Partial<Record<EditorCommand | DialogKind, string>>;
