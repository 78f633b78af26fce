import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { codeBlock, insertBlock, insertFootnote, table } from './commands.ts';

/** A block that the menu offers: what it is called and how it is inserted. */
const blocks: { label: string; detail: string; insert: (view: EditorView) => void }[] = [
  { label: 'Heading', detail: '##', insert: (view) => insertBlock(view, '## Heading', 3, 10) },
  { label: 'Smaller heading', detail: '###', insert: (view) => insertBlock(view, '### Heading', 4, 11) },
  { label: 'List', detail: '-', insert: (view) => insertBlock(view, '- Item', 2, 6) },
  { label: 'Numbered list', detail: '1.', insert: (view) => insertBlock(view, '1. Item', 3, 7) },
  { label: 'Quotation', detail: '>', insert: (view) => insertBlock(view, '> Quotation', 2, 11) },
  { label: 'Table', detail: '| |', insert: (view) => insertBlock(view, table, 2, 8) },
  { label: 'Code', detail: '```', insert: (view) => insertBlock(view, codeBlock, 4, 8) },
  { label: 'Footnote', detail: '[^1]', insert: insertFootnote },
];

function toCompletion({ label, detail, insert }: (typeof blocks)[number]): Completion {
  return {
    label: `/${label}`,
    displayLabel: label,
    detail,
    apply: (view, _completion, from, to) => {
      view.dispatch({ changes: { from, to } });
      insert(view);
    },
  };
}

const options = blocks.map(toCompletion);

/** Offers blocks after a slash at the beginning of a line. */
function completeBlocks(context: CompletionContext) {
  const typed = context.matchBefore(/^\/[\w ]*/);
  return typed ? { from: typed.from, options, validFor: /^\/[\w ]*$/ } : null;
}

export const blockMenu = autocompletion({ override: [completeBlocks], icons: false });
