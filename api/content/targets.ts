import { and, eq, inArray, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath, getEntryType, type ListedType } from '../../contract/content/entry-types.ts';
import { type ListsSetting, listedTypes } from '../../contract/content/list-settings.ts';
import { careersTarget, findListedType, getListTarget } from '../../contract/content/menu-targets.ts';
import { getPathname, parseCategoryPath, parseEntryPath } from '../../contract/content/site-paths.ts';
import type { LinkTarget } from '../../contract/studio/content-operations.ts';
import type { Context } from '../context.ts';
import { categories, createContainsPattern, entries, revisions } from '../db/index.ts';
import { entryTitle, selectTitles } from './drafts/open.ts';
import { findLinkReason } from './entries/check-references.ts';
import { describeHidden } from './entries/hidden-targets.ts';
import { findKnownReferences, formatTypedSlug, readDatabaseTime } from './entries/known-references.ts';
import { isEnabled } from './entries/visibility.ts';
import { readPublishedSettings } from './settings.ts';

/** The most entries, categories and sections of each kind that a search finds. */
const most = 20;

async function findEntries(ctx: Context, pattern: string): Promise<LinkTarget[]> {
  const rows = await selectTitles(ctx)
    .where(sql`${entries.type} <> 'SETTING' and (${entryTitle} ilike ${pattern} or ${entries.slug} ilike ${pattern})`)
    .orderBy(sql`length(${entryTitle})`)
    .limit(most);
  const now = await readDatabaseTime(ctx);
  return rows.map(({ type, slug, label, ...times }) => {
    const problem = describeHidden(times, now, now);
    return {
      kind: 'ENTRY',
      type,
      title: label,
      path: getEntryPath(type, slug),
      ...(problem !== null && { problem }),
    };
  });
}

function findLists(lists: ListsSetting, q: string): LinkTarget[] {
  const hasText = (type: ListedType) => lists[type].heading.toLowerCase().includes(q.toLowerCase());
  return listedTypes
    .filter(hasText)
    .map((type) => ({ kind: 'LIST', type, title: lists[type].heading, path: getListTarget(type) }));
}

async function findCategories({ db }: Context, pattern: string): Promise<LinkTarget[]> {
  const rows = await db
    .select({ type: categories.type, slug: categories.slug, title: categories.name })
    .from(categories)
    .where(and(eq(categories.enabled, true), sql`${categories.name} ilike ${pattern}`))
    .limit(most);
  return rows.flatMap(({ type, slug, title }) => {
    const { categoryPath } = getEntryType(type);
    return categoryPath ? [{ kind: 'CATEGORY' as const, type, title, path: categoryPath + slug }] : [];
  });
}

/** Returns the sections with a name for links whose title has a text, of the pages that visitors see. */
async function findSections({ db }: Context, pattern: string): Promise<LinkTarget[]> {
  const { rows } = await db.execute<{ slug: string; page: string; anchor: string; title: string }>(sql`
    select ${entries.slug} as slug, ${revisions.title} as page, section ->> 'anchor' as anchor,
      coalesce(section ->> 'title', section ->> 'heading', section ->> 'anchor') as title
    from ${entries} join ${revisions} on ${eq(revisions.id, entries.liveRevisionId)}
    cross join lateral jsonb_array_elements(case jsonb_typeof(${revisions.fields} -> 'sections')
      when 'array' then ${revisions.fields} -> 'sections' else '[]' end) as section
    where ${entries.type} = 'PAGE' and ${isEnabled} and section ->> 'anchor' <> ''
      and coalesce(section ->> 'title', section ->> 'heading', section ->> 'anchor') ilike ${pattern}
    order by length(${revisions.title}) limit ${most}`);
  return rows.map(({ slug, page, anchor, title }) => ({
    kind: 'SECTION',
    type: 'PAGE',
    title,
    page,
    path: `${getEntryPath('PAGE', slug)}#${anchor}`,
  }));
}

/** Returns the entries, lists, categories and sections whose name contains a text, for a link to them. */
export async function findTargets(ctx: Context, { q }: { q: string }): Promise<{ items: LinkTarget[] }> {
  const pattern = createContainsPattern(q);
  const { lists } = await readPublishedSettings(ctx);
  const found = await Promise.all([
    findEntries(ctx, pattern),
    findCategories(ctx, pattern),
    findSections(ctx, pattern),
  ]);
  // Before anything is typed, the entries are enough.
  const [own, named, sections] = q ? found : [found[0], [], []];
  return { items: [...(q ? findLists(lists, q) : []), ...own, ...named, ...sections] };
}

/** Returns the titles of the entries and categories at paths, by their paths. Entries that are drafts have one too. */
async function readTitles(ctx: Context, paths: readonly string[]): Promise<Map<string, string>> {
  const read = async <N extends { type: EntryType; slug: string }>(
    names: readonly N[],
    select: (slugs: string[]) => Promise<{ type: EntryType; slug: string; label: string }[]>,
  ) => (names.length > 0 ? select(names.map(({ slug }) => slug)) : []);
  const [own, named] = await Promise.all([
    read(
      paths.flatMap((path) => parseEntryPath(path) ?? []),
      (slugs) => selectTitles(ctx).where(inArray(entries.slug, slugs)),
    ),
    read(
      paths.flatMap((path) => parseCategoryPath(path) ?? []),
      (slugs) =>
        ctx.db
          .select({ type: categories.type, slug: categories.slug, label: categories.name })
          .from(categories)
          .where(inArray(categories.slug, slugs)),
    ),
  ]);
  return new Map([
    ...own.map(({ type, slug, label }) => [getEntryPath(type, slug), label] as const),
    ...named.map(({ type, slug, label }) => [`${getEntryType(type).categoryPath}${slug}`, label] as const),
  ]);
}

/**
 * Returns what each target of a menu shows without a label, and why visitors do not see it, in words that follow its
 * path: it is a draft, was withdrawn, or does not exist.
 */
export async function describeTargets(ctx: Context, { paths }: { paths: string[] }) {
  const [known, { lists }, titles] = await Promise.all([
    findKnownReferences(ctx),
    readPublishedSettings(ctx),
    readTitles(ctx, paths),
  ]);
  const place = { own: formatTypedSlug({ type: 'SETTING', slug: 'menus' }), time: 'now' as const };
  return {
    items: paths.map((path) => {
      const listed = findListedType(path);
      const title = path === careersTarget ? 'Careers' : listed ? lists[listed].heading : titles.get(getPathname(path));
      return { path, title: title ?? null, problem: findLinkReason(path, place, known) };
    }),
  };
}
