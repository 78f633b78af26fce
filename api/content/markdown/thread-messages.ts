import type { StoredPicture } from './pictures.ts';
import type { RenderedMarkdown } from './render.ts';
import type { RenderSource } from './render-sources.ts';

/** What a thread may use for a text. */
export interface ThreadLimits {
  /** Milliseconds of processor time. */
  time: number;
  /** Megabytes of objects that live long, which are most of them. */
  memory: number;
}

/** The problem of a text that takes more time than the limit. */
export const tooSlow = 'takes too long to format. Look for many unclosed asterisks or brackets, or divide it.';

/** The problem of a text that takes more memory than the limit. */
export const tooLarge = 'becomes too large when it is formatted. Look for a very wide table, or divide it.';

/** The work that a thread does with the texts of a content. */
export type ThreadTask =
  | { kind: 'render'; sources: RenderSource[] }
  | { kind: 'rewriteLinks'; texts: string[]; from: string; to: string };

/** The result of each kind of work. */
export interface ThreadResults {
  render: RenderedMarkdown[];
  rewriteLinks: string[];
}

/** The pictures that a thread asked for, by name. Unknown names are left out. */
export interface PicturesMessage {
  kind: 'pictures';
  found: Map<string, StoredPicture>;
}

/**
 * The messages of a thread: it can take tasks, begins with a text of the task, needs pictures, has a result, refuses a
 * text, or a task failed.
 */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'begins'; source: number }
  | { kind: 'needsPictures'; names: string[] }
  | { kind: 'done'; result: ThreadResults[keyof ThreadResults] }
  | { kind: 'refused'; problem: string; line: number | null }
  | { kind: 'failed'; error: unknown };
