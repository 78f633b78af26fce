import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { type EntryType, getEntryType } from '../../../contract/content/entry-types.ts';
import { isMarkdown, listFieldTexts, toPublicFields } from '../../../contract/content/field-texts.ts';
import { getCoverPath } from '../../../contract/content/picture-variants.ts';
import { bodySectionId, contentSchemaVersion, upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { CompanyContext } from '../../context.ts';
import { categories, entries, formerSlugs, revisions, runPrepared, teamMembers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createHasLeftSql } from '../team.ts';
import { readPreviewToken } from './preview-token.ts';
import { type CardRow, cardColumns, isEnabled, isShownCategory, isWithdrawn, shownRevisionId } from './visibility.ts';

const wordsPerMinute = 230;

/** Returns the address of an entry's own drawing; null if its cover is a plate. */
function getCoverAddress({ type, slug, cover }: CardRow): string | null {
  if (cover) return getCoverPath(cover);
  switch (type) {
    case 'SERVICE':
    case 'MICROSERVICE':
      return `/drawings/schematic/${type}/${slug}.svg`;
    case 'INFOGRAPHIC':
      return `/drawings/chart/${type}/${slug}/0.svg`;
    default:
      return null;
  }
}

function presentCommon(row: CardRow) {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    category:
      row.categoryId !== null && row.categorySlug !== null && row.categoryName !== null
        ? { id: row.categoryId, slug: row.categorySlug, name: row.categoryName }
        : null,
    interests: row.interests,
    // A draft has no date yet, so a preview shows the current date.
    publishedAt: (row.publishedAt ?? new Date()).toISOString(),
    updatedAt: row.revisedAt?.toISOString() ?? null,
    readingMinutes: Math.max(1, Math.round(row.words / wordsPerMinute)),
    cover: getCoverAddress(row),
  };
}

/** Returns the own fields of an entry, converted to the present content schema. */
export function readFields(row: CardRow & Partial<Pick<EntryDetailRow, 'olderBody'>>): Record<string, unknown> {
  return upgradeFields(row, row.schemaVersion, row.fields, row.olderBody);
}

/** Returns the card of an entry for a list, with only those own fields that the type names for cards. */
export function presentEntryCard(row: CardRow): EntryCard {
  const { cardFields } = getEntryType(row.type);
  const own = readFields(row);
  const fields = Object.fromEntries(
    cardFields.map((name) => [name, own[name]]).filter(([, value]) => value !== undefined),
  );
  return { type: row.type, ...presentCommon(row), fields } as EntryCard;
}

export interface EntryDetailRow extends CardRow {
  html: string;
  toc: EntryDetail['toc'];
  rendered: EntryDetail['rendered'];
  /** The body of a text of an older version; empty for one of the present version, which needs none. */
  olderBody: string;
  keywords: string[];
  authorSlug: string | null;
  authorName: string | null;
  authorRole: string | null;
  hasAuthorLeft: boolean;
}

/**
 * Returns what is rendered of an entry. The body of an older page is its section of text, also if a server of an
 * earlier release has stored and rendered it.
 */
function presentRendered({ type, html, toc, rendered, olderBody }: EntryDetailRow, fields: Record<string, unknown>) {
  const isMoved = olderBody !== '' && listFieldTexts(type, fields).some(isMarkdown);
  if (!isMoved) return { html, toc, rendered };
  return { html: '', toc: [], rendered: { [bodySectionId]: { html, toc }, ...rendered } };
}

/** Returns the whole entry for its page. */
function presentEntryDetail(row: EntryDetailRow, preview: boolean): EntryDetail {
  const { authorSlug, authorName, authorRole } = row;
  const fields = readFields(row);
  return {
    type: row.type,
    ...presentCommon(row),
    fields: toPublicFields(row.type, fields),
    ...presentRendered(row, fields),
    keywords: row.keywords,
    author:
      authorSlug && authorName && authorRole
        ? { slug: authorSlug, name: authorName, role: row.hasAuthorLeft ? `formerly ${authorRole}` : authorRole }
        : null,
    preview,
  } as EntryDetail;
}

function selectDetail({ db, company }: CompanyContext, revisionId: SQL, where: SQL | undefined) {
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
      hasAuthorLeft: createHasLeftSql(company.timeZone),
    })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, revisionId))
    .leftJoin(categories, isShownCategory)
    .leftJoin(teamMembers, eq(teamMembers.id, revisions.authorId))
    .where(where)
    .limit(1);
}

async function getPreview(
  ctx: CompanyContext,
  type: EntryType,
  slug: string,
  token: string,
): Promise<EntryDetail | null> {
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
  ctx: CompanyContext,
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
export async function getEntryMetaKeys(ctx: CompanyContext, type: EntryType, { slug }: { slug: string }) {
  const entry = await getEntry(ctx, type, { slug });
  return { slug: entry.slug, title: entry.title, description: entry.summary, keywords: entry.keywords };
}
