import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { insertBlock } from './commands.ts';
import { joinParagraph, joinText } from './join-lines.ts';
import type { DialogKind } from './open-dialog.ts';

/** An item of the menu. It inserts a block and selects a part of the block, opens a dialog, or runs a command. */
interface MenuItem {
  label: string;
  detail?: string;
  block?: { text: string; from: number; to: number };
  dialog?: DialogKind;
  command?: Command;
}

/** In the order of the menu. */
const items: MenuItem[] = [
  { label: 'Heading', detail: '##', block: { text: '## Heading', from: 3, to: 10 } },
  { label: 'Smaller heading', detail: '###', block: { text: '### Heading', from: 4, to: 11 } },
  { label: 'List', detail: '-', block: { text: '- Item', from: 2, to: 6 } },
  { label: 'Numbered list', detail: '1.', block: { text: '1. Item', from: 3, to: 7 } },
  { label: 'Quotation', detail: '>', block: { text: '> Quotation', from: 2, to: 11 } },
  { label: 'Link', detail: '[]()', dialog: 'link' },
  { label: 'Picture', detail: '![]', dialog: 'picture' },
  { label: 'Table', detail: '| |', dialog: 'table' },
  { label: 'Footnote', detail: '[^1]', dialog: 'footnote' },
  { label: 'Code', detail: '```', block: { text: '```\ncode\n```', from: 4, to: 8 } },
  { label: 'Join the lines of this paragraph', command: joinParagraph },
  { label: 'Join all lines', command: joinText },
];

/** Removes what was typed in the menu; if its line is empty then, the line too, so that no paragraph is cut in two. */
function removeTyped(view: EditorView, from: number, to: number): void {
  const { doc } = view.state;
  const line = doc.lineAt(from);
  const isWhole = line.from === from && line.to === to && line.number > 1;
  view.dispatch({ changes: { from: isWhole ? from - 1 : from, to } });
}

/** Creates the menu that a slash at the beginning of a line opens. */
export function createBlockMenu(openDialog: (view: EditorView, kind: DialogKind) => void): Extension {
  const options = items.map(
    ({ label, detail, block, dialog, command }): Completion => ({
      label: `/${label}`,
      displayLabel: label,
      ...(detail ? { detail } : {}),
      apply: (view, _completion, from, to) => {
        if (command) {
          removeTyped(view, from, to);
          command(view);
          return;
        }
        view.dispatch({ changes: { from, to } });
        if (block) insertBlock(view, from, block.text, block.from, block.to);
        if (dialog) openDialog(view, dialog);
      },
    }),
  );
  const completeBlocks = (context: CompletionContext) => {
    const typed = context.matchBefore(/^\/[\w ]*/);
    return typed ? { from: typed.from, options, validFor: /^\/[\w ]*$/ } : null;
  };
  // The menu reacts at once: only a slash opens it, so a key that is meant for the text cannot choose by accident.
  return autocompletion({
    override: [completeBlocks],
    icons: false,
    interactionDelay: 0,
    compareCompletions: (a, b) => options.indexOf(a) - options.indexOf(b),
  });
}
