import type { StoredPicture } from './pictures.ts';
import type { RenderedMarkdown } from './render.ts';

/** The work that a thread does with a text. */
export type ThreadTask =
  | { kind: 'render'; markdown: string }
  | { kind: 'rewriteLinks'; markdown: string; from: string; to: string };

/** The result of each kind of work. */
export interface ThreadResults {
  render: RenderedMarkdown;
  rewriteLinks: string;
}

/** The pictures that a thread asked for, by name. Unknown names are left out. */
export interface PicturesMessage {
  kind: 'pictures';
  found: Map<string, StoredPicture>;
}

/** The messages of a thread: it can take tasks, needs pictures, has a result, refuses a text, or a task failed. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'needsPictures'; names: string[] }
  | { kind: 'done'; result: ThreadResults[keyof ThreadResults] }
  | { kind: 'refused'; problem: string; line: number | null }
  | { kind: 'failed'; error: unknown };
