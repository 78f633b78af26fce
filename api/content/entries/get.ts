import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { categories, entries, formerSlugs, revisions, runPrepared, teamMembers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { presentEntryDetail } from './present.ts';
import { readPreviewToken } from './preview-token.ts';
import { cardColumns, isEnabled, isShownCategory, isWithdrawn, shownRevisionId } from './visibility.ts';

function selectDetail({ db }: Context, revisionId: SQL, where: SQL | undefined) {
  return db
    .select({
      ...cardColumns,
      html: revisions.html,
      toc: revisions.toc,
      rendered: revisions.rendered,
      olderBody: sql<string>`case when ${revisions.schemaVersion} < ${contentSchemaVersion} then ${revisions.body} else '' end`,
      keywords: revisions.keywords,
      authorSlug: teamMembers.slug,
      authorName: teamMembers.name,
      authorRole: teamMembers.role,
    })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, revisionId))
    .leftJoin(categories, isShownCategory)
    .leftJoin(teamMembers, eq(teamMembers.id, revisions.authorId))
    .where(where)
    .limit(1);
}

async function getPreview(ctx: Context, type: EntryType, slug: string, token: string): Promise<EntryDetail | null> {
  const named = await readPreviewToken(ctx, token);
  if (!named) return null;
  const isNamed = and(
    eq(entries.type, type),
    eq(entries.slug, slug),
    eq(entries.id, named.entryId),
    eq(revisions.entryId, entries.id),
  );
  const [row] = await selectDetail(ctx, sql`${named.revisionId}`, isNamed);
  return row ? presentEntryDetail(row, true) : null;
}

/**
 * Returns an entry by its current or a former slug. Under a former slug the entry has its current slug, so that the
 * caller can redirect. `gone` for a withdrawn entry until it returns; `not_found` otherwise, also for a draft. A valid
 * preview token in `admin` selects the token's revision; any other value has no effect.
 */
export async function getEntry(
  ctx: Context,
  type: EntryType,
  { slug, admin }: { slug: string; admin?: string | undefined },
): Promise<EntryDetail> {
  const preview = admin === undefined ? null : await getPreview(ctx, type, slug, admin);
  if (preview) return preview;

  const [row] = await runPrepared(ctx.db, 'entry', { type, slug }, () =>
    selectDetail(
      ctx,
      shownRevisionId,
      and(isEnabled, eq(entries.type, sql.placeholder('type')), eq(entries.slug, sql.placeholder('slug'))),
    ),
  );
  if (row) return presentEntryDetail(row, false);

  const hasSlug = and(eq(entries.type, type), eq(entries.slug, slug));
  const formerly = sql`${entries.id} = (select ${formerSlugs.entryId} from ${formerSlugs} where ${formerSlugs.type} = ${type} and ${formerSlugs.slug} = ${slug})`;
  const [moved] = await selectDetail(ctx, shownRevisionId, and(isEnabled, formerly));
  if (moved) return presentEntryDetail(moved, false);

  if (await ctx.db.$count(entries, and(hasSlug, isWithdrawn))) throw new ApiError('gone', 'This has been withdrawn.');
  throw new ApiError('not_found', 'There is no entry with this slug.');
}

/** Returns the fields of an entry for a page head. Errors as `getEntry`. */
export async function getEntryMetaKeys(ctx: Context, type: EntryType, { slug }: { slug: string }) {
  const entry = await getEntry(ctx, type, { slug });
  return { slug: entry.slug, title: entry.title, description: entry.summary, keywords: entry.keywords };
}
