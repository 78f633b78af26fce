import type { FindStoredPicture } from './pictures.ts';
import type { RenderedMarkdown } from './render.ts';
import type { RenderSource } from './render-sources.ts';
import { createThreadPool } from './start-thread.ts';

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
 * Renders the texts and pictures of a content as `renderSources`, in a worker thread, so that no text keeps visitors
 * waiting. Throws `unprocessable` for texts that take more than 5 s of processor time or 128 MB, and
 * `too_many_requests` while too many texts wait. `owner` is null for imports and for guests, who take turns together.
 */
export function renderSourcesInThread(
  sources: RenderSource[],
  owner: QueueGroup | null,
  getPicture?: FindStoredPicture,
): Promise<RenderedMarkdown[]> {
  return pool.run({ kind: 'render', sources }, { group: toGroup(owner), getPicture });
}

/** Renders one text as `renderMarkdown`, in a worker thread with the limits of `renderSourcesInThread`. */
export async function renderInThread(
  markdown: string,
  owner: QueueGroup | null,
  getPicture?: FindStoredPicture,
): Promise<RenderedMarkdown> {
  const [rendered] = await renderSourcesInThread([{ markdown }], owner, getPicture);
  if (!rendered) throw new Error('The text was not rendered');
  return rendered;
}

/** Rewrites links as `rewriteLinks`, in a worker thread with the limits of `renderSourcesInThread`. */
export async function rewriteLinksInThread(
  texts: string[],
  owner: QueueGroup,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  if (!texts.some((text) => text.includes(from))) return texts;
  return pool.run({ kind: 'rewriteLinks', texts, from, to }, { group: toGroup(owner) });
}
