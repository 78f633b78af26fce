import type { EditorState } from '@codemirror/state';
import { findNode, type SyntaxNode, unescapeMarkdown } from './find-node.ts';

/** A picture of the library, as the text describes it. */
export interface Picture {
  name: string;
  alt: string;
  /** Shown below the picture; empty without one. */
  caption: string;
}

export interface FoundPicture extends Picture {
  from: number;
  to: number;
}

const markup = /^!\[((?:\\.|[^\\\]])*)\]\(media\/([^\s()]+)(?:\s+"((?:\\.|[^\\"])*)")?\s*\)$/s;

/** Returns the picture on the cursor's line if the picture is alone there, as most pictures are. */
function findOnLine(state: EditorState): SyntaxNode | null {
  const { from, to, text } = state.doc.lineAt(state.selection.main.head);
  if (state.selection.main.to > to || !/^\s*!\[.*\)\s*$/.test(text)) return null;
  const start = from + text.indexOf('!');
  return findNode(state.update({ selection: { anchor: start + 1 } }).state, ['Image']);
}

/** Returns the picture of the library that a piece of Markdown shows; null for other Markdown. */
export function readPicture(text: string): Picture | null {
  const [, alt = '', name, caption = ''] = markup.exec(text) ?? [];
  return name ? { name, alt: unescapeMarkdown(alt), caption: unescapeMarkdown(caption) } : null;
}

/** Returns the picture at the main selection; null without one. */
export function findPicture(state: EditorState): FoundPicture | null {
  const node = findNode(state, ['Image']) ?? findOnLine(state);
  const picture = node && readPicture(state.sliceDoc(node.from, node.to));
  return picture && { from: node.from, to: node.to, ...picture };
}

/** Returns the Markdown of a picture. Characters that Markdown would read as marks are escaped. */
export function writePicture({ name, alt, caption }: Picture): string {
  const joinLines = (text: string) => text.replace(/\s+/g, ' ').trim();
  const words = joinLines(alt).replace(/[\\[\]]/g, '\\$&');
  const title = caption ? ` "${joinLines(caption).replace(/[\\"]/g, '\\$&')}"` : '';
  return `![${words}](media/${name}${title})`;
}
