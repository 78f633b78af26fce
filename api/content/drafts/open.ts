import { eq } from 'drizzle-orm';
import { getFormSchema } from '../../../contract/content/field-references.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import { entries, formerSlugs, readSnapshot, revisions } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';
import { findLastAct } from '../acts/find-last.ts';
import { findReview } from '../reviews/list.ts';
import { findEntry, getCurrentContent } from './find.ts';
import { selectSummaries } from './list.ts';
import { findDiscarded } from './remove.ts';
import { canWrite } from './save.ts';

async function readEntry(ctx: Context, id: number, actor: Actor): Promise<OpenedEntry> {
  const entry = await findEntry(ctx, id);
  const [summary] = await selectSummaries(ctx, eq(entries.id, id));
  if (!summary) throw new Error('The snapshot has the entry, but not its summary');
  const { version, content, draft } = await getCurrentContent(ctx, entry);
  const former = await ctx.db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(eq(formerSlugs.entryId, id))
    .orderBy(formerSlugs.slug);
  const [live] = entry.liveRevisionId
    ? await ctx.db.select({ number: revisions.number }).from(revisions).where(eq(revisions.id, entry.liveRevisionId))
    : [];
  return {
    entry: summary,
    version,
    content,
    formerSlugs: former.map(({ slug }) => slug),
    revision: live?.number ?? null,
    fieldsSchema: { ...getFormSchema(entry.type, entry.slug) },
    lastAct: await findLastAct(ctx, id, entry.version),
    discarded: draft ? null : await findDiscarded(ctx, id),
    review: draft ? await findReview(ctx, id) : null,
    canWrite: canWrite(actor, entry),
    canPublish: hasPermission(actor.role, 'publish'),
  };
}

/** Returns an entry with the content to edit, as of one moment. `not_found` for an unknown id. */
export async function openEntry(ctx: Context, { id }: { id: number }, caller: Caller): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  return readSnapshot(ctx, (tx) => readEntry(tx, id, actor));
}
