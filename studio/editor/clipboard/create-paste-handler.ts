import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '../markup/find-node.ts';
import { findNextNote, separateBlock, separateNote, toText } from '../place-text.ts';
import { type TrackedRange, trackRange } from '../tracked-range.ts';
import type { ConvertedHtml } from './convert-html.ts';

interface PasteOptions {
  siteUrl: string;
  /** Shows a message about the paste to the user; null for no message. */
  onNotice(notice: string | null): void;
}

function isInCode(state: EditorState): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(state.selection.main.from);
  for (; node; node = node.parent) if (/^(?:FencedCode|CodeBlock|InlineCode)$/.test(node.name)) return true;
  return false;
}

function describePictures(pictures: number): string | null {
  if (pictures === 0) return null;
  return pictures === 1
    ? 'A picture was left out. Drop or paste its file into the text.'
    : `${pictures} pictures were left out. Drop or paste their files into the text.`;
}

/**
 * Replaces a range by pasted Markdown, and adds its footnotes at the end of the text, as one change that can be undone.
 */
function insert(view: EditorView, { from, to }: TrackedRange, { markdown, isBlock, notes }: ConvertedHtml): void {
  const { doc } = view.state;
  const { before, after } = isBlock ? separateBlock(doc, from, to) : { before: '', after: '' };
  const pasted = before + markdown + after;
  const end = (
    to === doc.length ? doc.sliceString(0, from) + pasted : doc.sliceString(Math.max(0, doc.length - 2))
  ).slice(-2);
  view.dispatch({
    changes: [
      { from, to, insert: toText(pasted) },
      ...(notes ? [{ from: doc.length, insert: toText(`${separateNote(end)}${notes}\n`) }] : []),
    ],
    selection: { anchor: from + before.length + markdown.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

async function pasteHtml(view: EditorView, html: string, plain: string, options: PasteOptions): Promise<void> {
  const { from, to } = view.state.selection.main;
  // Words that are typed while the code loads stay outside the range.
  const range = trackRange(view, from, to);
  let converted: ConvertedHtml | null = null;
  try {
    const { convertHtml } = await import('./convert-html.ts');
    converted = convertHtml(html, { siteUrl: options.siteUrl, firstNote: findNextNote(view.state.doc) });
  } catch {
    // The text is pasted unchanged if the code cannot be loaded or the HTML cannot be read.
  }
  range.release();
  insert(view, range, converted ?? { markdown: plain, isBlock: false, notes: '', pictures: 0 });
  options.onNotice(describePictures(converted?.pictures ?? 0));
}

/**
 * Creates the extension that pastes formatted text as Markdown. With Shift, and in source code, the text is pasted
 * unchanged.
 */
export function createPasteHandler(options: PasteOptions): Extension {
  let isPlain = false;
  return EditorView.domEventHandlers({
    keydown: ({ key, shiftKey }) => {
      isPlain = shiftKey && key.toLowerCase() === 'v';
      return false;
    },
    paste: ({ clipboardData }, view) => {
      const html = clipboardData?.getData('text/html') ?? '';
      const takesPlain = isPlain || !html || view.state.selection.ranges.length > 1 || isInCode(view.state);
      isPlain = false;
      if (takesPlain) return false;
      void pasteHtml(view, html, clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '', options);
      return true;
    },
  });
}
