import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import {
  type EntryRow,
  findEntry,
  findVersion,
  getCurrentContent,
  lockEntry,
} from '../../../api/content/drafts/find.ts';
import { type RenderedContent, renderContent } from '../../../api/content/entries/render-content.ts';
import { showContent } from '../../../api/content/entries/show-content.ts';
import { publishSettingFields } from '../../../api/content/settings.ts';
import { overlayEntry, viewAsOf } from '../../../api/content/view-as-of.ts';
import type { ApiContext } from '../../../api/context.ts';
import { drafts } from '../../../api/db/studio-tables.ts';
import { ApiError } from '../../../api/errors.ts';
import { type DraftContent, findContentProblems } from '../../../contract/studio/draft-content.ts';
import { describePath } from '../../../studio/fields/change-property.ts';
import { type CompleteSections, leaveOutIncompleteSections } from './incomplete-sections.ts';

/** How a preview differs from the current site. */
export interface PreviewSubject {
  /** The entry whose content is shown as if it were published: the given one, that of a version, or the current one. */
  entry: { id: number; content?: DraftContent; version?: string | undefined } | null;
  /** The moment of the whole site; null: now. */
  at: Date | null;
  /** The theme in which the site is drawn; null: that of the setting Look. */
  look?: string | null;
}

/** Previews hold a connection and a lock while they render, so few run at a time. */
const editorQueue = pLimit(2);
/** Guests wait for each other and never keep an editor waiting. */
export const guestQueue = pLimit(1);
/** How many guests may wait. */
const maxWaitingGuests = 20;

/** Thrown to roll back the transaction of a preview. Carries the result of its work. */
class Rollback<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The preview is rolled back');
    this.result = result;
  }
}

/** Runs work in a transaction that is always rolled back, and returns its result. */
async function runAndRollBack<T>(ctx: ApiContext, work: (tx: ApiContext) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction(async (db) => {
      throw new Rollback(await work({ ...ctx, db, searchDb: db }));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result as T;
    throw error;
  }
}

type Subject = NonNullable<PreviewSubject['entry']>;

async function readContent(ctx: ApiContext, entry: EntryRow, { content, version }: Subject): Promise<DraftContent> {
  if (content) return content;
  if (version === undefined) return (await getCurrentContent(ctx, entry)).content;
  const found = await findVersion(ctx, entry.id, version);
  if (!found) throw new ApiError('not_found', 'This version of the entry is not kept.');
  return found;
}

/** The content that a preview shows. */
interface PreparedEntry extends CompleteSections {
  id: number;
  rendered: RenderedContent;
}

/**
 * Renders the content of a preview's entry without its incomplete sections. Throws `unprocessable` if other fields are
 * incomplete. The text of a guest's preview is not rendered in the queue of the entry's author, so guests never delay
 * the author.
 */
async function prepareEntry(ctx: ApiContext, subject: Subject, isGuest: boolean): Promise<PreparedEntry> {
  const { id } = subject;
  const entry = await findEntry(ctx, id);
  const { content, missing } = leaveOutIncompleteSections(entry.type, await readContent(ctx, entry, subject));
  // An entry with incomplete fields has no page yet. Broken links and missing texts can be shown.
  const [problem] = findContentProblems(entry.type, content).filter(({ path }) => path.startsWith('fields'));
  if (problem) {
    const field = describePath(problem.path, content.fields);
    throw new ApiError('unprocessable', `The preview appears when “${field}” is complete: ${problem.message}.`);
  }
  return { id, content, missing, rendered: await renderContent(ctx, isGuest ? null : entry, entry.type, content) };
}

/** Publishes the content of a preview's entry in the transaction. */
async function showEntry(tx: ApiContext, { id, content, rendered }: PreparedEntry): Promise<EntryRow> {
  const entry = await lockEntry(tx, id);
  await showContent(tx, entry, content, rendered, { at: null, publishedBy: null });
  await tx.db.delete(drafts).where(eq(drafts.entryId, id));
  return entry;
}

/**
 * Runs `work`, which reads pages, lists and search as if the content of a preview were published. The content is
 * published in a transaction that is rolled back after `work`, so nobody else sees it. Sections that lack a required
 * value are left out.
 * `work` gets the entry and the problems of the incomplete sections.
 */
export async function runInPreview<T>(
  ctx: ApiContext,
  { entry, at, look = null }: PreviewSubject,
  work: (tx: ApiContext, entry: EntryRow | null, missing: readonly string[]) => Promise<T>,
  queue = editorQueue,
): Promise<T> {
  const isGuest = queue === guestQueue;
  if (isGuest && queue.pendingCount >= maxWaitingGuests)
    throw new ApiError('unavailable', 'Many people look at previews just now. Please try again in a moment.', [], 5);
  const prepare = async () => entry && prepareEntry(ctx, entry, isGuest);
  const show = (prepared: PreparedEntry | null) =>
    runAndRollBack(ctx, async (tx) => {
      const shown = prepared && (await showEntry(tx, prepared));
      if (shown && at) await overlayEntry(tx, shown.id, at);
      if (at) await viewAsOf(tx, at);
      // The fonts of another theme are not those of this one.
      if (look) await publishSettingFields(tx, 'look', { theme: look, typePair: undefined });
      return work(tx, shown, prepared?.missing ?? []);
    });
  if (isGuest) return queue(async () => show(await prepare()));
  // Before the queue, so that a slow text keeps no preview of another editor waiting.
  const prepared = await prepare();
  return queue(() => show(prepared));
}
