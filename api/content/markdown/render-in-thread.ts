import type { FindStoredPicture } from './pictures.ts';
import type { RenderedMarkdown } from './render.ts';
import { createThreadPool } from './thread-pool.ts';

/**
 * The entry of a text, which decides with which other texts it takes turns: with those of the user who created the
 * entry, one after the other, or with those of the entry alone if an import created it.
 */
export interface QueueGroup {
  id: number;
  createdBy: number | null;
}

const tooManyTexts = 'Many texts are being formatted just now. Please try again in a few seconds.';

const pool = createThreadPool(
  { time: 5_000, memory: 128 },
  { total: 2, perGroup: 1, waiting: { total: 20, perGroup: 5, message: tooManyTexts, retryAfter: 5 } },
  'texts',
);

const toGroup = (owner: QueueGroup | null) =>
  owner === null ? '' : owner.createdBy === null ? `entry ${owner.id}` : `user ${owner.createdBy}`;

/**
 * Renders Markdown as `renderMarkdown`, in a worker thread, so that no text keeps visitors waiting. Throws
 * `unprocessable` for a text that takes more than 5 s of processor time or 128 MB, and `too_many_requests` while too
 * many texts wait. `owner` is null for imports and for guests, who take turns together.
 */
export function renderInThread(
  markdown: string,
  owner: QueueGroup | null,
  getPicture?: FindStoredPicture,
): Promise<RenderedMarkdown> {
  return pool.run({ kind: 'render', markdown }, { group: toGroup(owner), getPicture });
}

/** Rewrites links as `rewriteLinks`, in a worker thread with the limits of `renderInThread`. */
export async function rewriteLinksInThread(
  markdown: string,
  owner: QueueGroup,
  { from, to }: { from: string; to: string },
): Promise<string> {
  if (!markdown.includes(from)) return markdown;
  return pool.run({ kind: 'rewriteLinks', markdown, from, to }, { group: toGroup(owner) });
}
