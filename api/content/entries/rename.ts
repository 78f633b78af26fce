import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { renameInFields } from '../../../contract/content/field-references.ts';
import { isMarkdown, listFieldTexts, mapFieldTexts } from '../../../contract/content/field-texts.ts';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { drafts, entries, formerSlugs, isUniqueViolation, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { recordAct } from '../acts.ts';
import { checkSlugIsFree } from '../drafts/create.ts';
import { checkStateVersion, type EntryRow, findDraft, lockEntry } from '../drafts/find.ts';
import { openEntry } from '../drafts/open.ts';
import { storeDraft } from '../drafts/store.ts';
import { fixFeedId } from '../feed/feed-ids.ts';
import { type QueueGroup, rewriteLinksInThread } from '../markdown/render-in-thread.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import { listPictures } from '../media/list-pictures.ts';
import { changeEntry } from './change-entry.ts';
import type { SeenVersion } from './publish.ts';
import { renderContent } from './render-content.ts';
import { storeRevision } from './store-revision.ts';

interface Rename {
  type: EntryType;
  from: string;
  to: string;
  /** The users with a text that could not be parsed. Their other texts are left as they are: each could take 5 s. */
  unparsableOf: Set<number>;
}

type Text = Pick<DraftContent, 'body' | 'fields'>;

/** Returns texts whose links name the new slug. Texts that cannot be parsed stay: their links are redirected. */
async function rewriteMarkdown(
  texts: string[],
  owner: QueueGroup,
  { type, from, to, unparsableOf }: Rename,
): Promise<string[]> {
  const { createdBy } = owner;
  if (createdBy !== null && unparsableOf.has(createdBy)) return texts;
  const paths = { from: getEntryPath(type, from), to: getEntryPath(type, to) };
  const rewritten = await rewriteLinksInThread(texts, owner, paths).catch(returnTextError);
  if (!(rewritten instanceof TextError)) return rewritten;
  if (createdBy !== null) unparsableOf.add(createdBy);
  return texts;
}

/** Returns a text whose links and own fields name the new slug; the same object if it does not name the old one. */
async function rewriteText<T extends Text>(
  text: T,
  entry: QueueGroup & Pick<EntryRow, 'type'>,
  rename: Rename,
): Promise<T> {
  const own = listFieldTexts(entry.type, text.fields).filter(isMarkdown);
  const markdown = [text.body, ...own.map(({ value }) => value)];
  const [body = text.body, ...rest] = await rewriteMarkdown(markdown, entry, rename);
  const rewritten = new Map(own.map(({ path }, index) => [path.join('.'), rest[index]]));
  const renamed = renameInFields(entry.type, text.fields, { type: rename.type, slug: rename.from }, rename.to);
  const fields = mapFieldTexts(entry.type, renamed, ({ path, value }) => rewritten.get(path.join('.')) ?? value);
  return body === text.body && fields === text.fields ? text : { ...text, body, fields };
}

/** Returns a condition for texts that may name the old address; `rewriteText` checks them exactly. */
function createMentionsSql(text: SQL, { type, from }: Rename): SQL {
  return sql`(position(${getEntryPath(type, from)} in ${text}) > 0 or position(${`"${from}"`} in ${text}) > 0)`;
}

async function rewriteRevisions(ctx: Context, rename: Rename, publishedBy: number | null): Promise<number> {
  const { db } = ctx;
  const rows = await db
    .select({ entry: entries, revision: revisions })
    .from(entries)
    .innerJoin(revisions, or(eq(revisions.id, entries.liveRevisionId), eq(revisions.id, entries.nextRevisionId)))
    .where(createMentionsSql(sql`${revisions.body} || ${revisions.fields}::text`, rename))
    .orderBy(entries.id)
    .for('update', { of: entries });
  const pictures = await listPictures(ctx);
  let count = 0;
  for (const { entry, revision } of rows) {
    const current = upgradeText(entry, revision.schemaVersion, revision);
    const text = await rewriteText(current, entry, rename);
    if (text === current) continue;
    const rendered = await renderContent(ctx, entry, entry.type, text, pictures).catch(returnTextError);
    if (rendered instanceof TextError) continue;
    const { title, summary, body, fields, keywords, interests, authorId, revisedAt } = text;
    // A rename adds no words to the spelling dictionary.
    const named = { entryId: entry.id, type: entry.type, slug: entry.slug, isShown: false, publishedBy };
    const stored = { title, summary, body, fields, keywords, interests, authorId, revisedAt };
    const id = await storeRevision(ctx, named, revision.id, stored, rendered);
    const column = revision.id === entry.liveRevisionId ? { liveRevisionId: id } : { nextRevisionId: id };
    await changeEntry(ctx, entry.id, column);
    count++;
  }
  return count;
}

async function rewriteDrafts(ctx: Context, rename: Rename, savedBy: number | null): Promise<number> {
  const rows = await ctx.db
    .select({ id: entries.id, type: entries.type, slug: entries.slug, createdBy: entries.createdBy })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId))
    .where(createMentionsSql(sql`${drafts.content}::text`, rename))
    .orderBy(entries.id);
  let count = 0;
  for (const entry of rows) {
    // A save locks the entry before its draft. In the other order, both could wait for each other.
    await ctx.db.select({ id: entries.id }).from(entries).where(eq(entries.id, entry.id)).for('update');
    const draft = await findDraft(ctx, entry);
    if (!draft) continue;
    const { content, baseRevisionId } = draft;
    const rewritten = await rewriteText(content, entry, rename);
    if (rewritten === content) continue;
    await storeDraft(ctx, { entryId: entry.id, content: rewritten, baseRevisionId, savedBy });
    count++;
  }
  return count;
}

/**
 * Gives a locked entry another slug, stores a redirect, and rewrites links. Returns how many texts and drafts were
 * rewritten. `userId` is null for an import. `conflict` if the address is taken. Call in a transaction.
 */
export async function renameLockedEntry(
  ctx: Context,
  entry: EntryRow,
  slug: string,
  userId: number | null,
): Promise<number> {
  const { db } = ctx;
  const { id, type } = entry;
  const rename: Rename = { type, from: entry.slug, to: slug, unparsableOf: new Set() };
  if (entry.slug === slug) return 0;
  await checkSlugIsFree(ctx, type, slug, id);
  await db
    .delete(formerSlugs)
    .where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, slug), eq(formerSlugs.entryId, id)));
  await fixFeedId(ctx, id);
  await changeEntry(ctx, id, { slug }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Somebody has just given this address to another entry.';
    throw new ApiError('conflict', message, [{ path: 'slug', message }]);
  });
  // Nobody has seen the address of an entry that was never published.
  if (entry.publishedAt) await db.insert(formerSlugs).values({ type, slug: entry.slug, entryId: id });
  return (await rewriteRevisions(ctx, rename, userId)) + (await rewriteDrafts(ctx, rename, userId));
}

/**
 * Changes the slug of an entry. The old address redirects to the new one in one hop, also from slugs that the entry had
 * before, and every link to it in texts and drafts is rewritten, all in one transaction. Returns how many texts and
 * drafts were rewritten. `conflict` if the address is taken, or if the entry is not as the user saw it.
 */
export async function renameEntry(
  ctx: Context,
  { id, version, slug }: SeenVersion & { slug: string },
  caller: Caller,
): Promise<{ entry: OpenedEntry; rewritten: number }> {
  const { userId } = requireActor(caller);
  const rewritten = await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkStateVersion(entry, version);
    const count = await renameLockedEntry(tx, entry, slug, userId);
    if (entry.slug !== slug) await recordAct(tx, 'RENAME', entry, null, userId);
    return count;
  });
  return { entry: await openEntry(ctx, { id }, caller), rewritten };
}
