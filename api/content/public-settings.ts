import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath, getEntryType } from '../../contract/content/entry-types.ts';
import { listMenuTargets, resolveMenus } from '../../contract/content/menus.ts';
import type { PublicSettings } from '../../contract/content/setting-schemas.ts';
import { parseCategoryPath, parseEntryPath } from '../../contract/content/site-paths.ts';
import type { Context } from '../context.ts';
import { categories, entries, media, revisions } from '../db/index.ts';
import { isEnabled, shownRevisionId } from './entries/visibility.ts';
import { readPublishedSettings } from './settings.ts';

type Name = { type: EntryType; slug: string };

/** Returns the condition that a row has one of the names. */
function hasName(table: typeof entries | typeof categories, names: readonly Name[]): SQL {
  const listed = sql.join(
    names.map(({ type, slug }) => sql`(${type}::entry_type, ${slug})`),
    sql`, `,
  );
  return sql`(${table.type}, ${table.slug}) in (${listed})`;
}

/** Returns the titles of the shown entries and categories to which paths lead, by path. */
async function readTitles(
  { db }: Context,
  pages: readonly Name[],
  lists: readonly Name[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (pages.length > 0) {
    const { type, slug } = entries;
    const rows = await db
      .select({ type, slug, title: revisions.title })
      .from(entries)
      .innerJoin(revisions, eq(revisions.id, shownRevisionId))
      .where(and(isEnabled, hasName(entries, pages)));
    for (const row of rows) titles.set(getEntryPath(row.type, row.slug), row.title);
  }
  if (lists.length > 0) {
    const rows = await db
      .select()
      .from(categories)
      .where(and(eq(categories.enabled, true), hasName(categories, lists)));
    for (const { type, slug, name } of rows) titles.set(`${getEntryType(type).categoryPath}${slug}`, name);
  }
  return titles;
}

/** Returns the address and size of a picture of the library; nothing for a picture that is not there any more. */
async function readLogo({ db }: Context, name: string | undefined) {
  if (name === undefined) return {};
  const { width, height } = media;
  const [size] = await db.select({ width, height }).from(media).where(eq(media.name, name));
  return size?.width && size.height ? { logo: { path: `/media/${name}`, width: size.width, height: size.height } } : {};
}

/** Returns the settings as visitors see them: those that are published, with the titles of the targets of menus. */
export async function getPublicSettings(ctx: Context): Promise<PublicSettings> {
  const settings = await readPublishedSettings(ctx);
  const targets = [...new Set(listMenuTargets(settings.menus))];
  const lists = targets.flatMap((target) => parseCategoryPath(target) ?? []);
  const pages = targets.flatMap((target) => (parseCategoryPath(target) ? [] : (parseEntryPath(target) ?? [])));
  const titles = await readTitles(ctx, pages, lists);
  const reads = [...new Set(pages.map(({ type }) => type)), ...(lists.length > 0 ? (['categories'] as const) : [])];
  const { logo, ...company } = settings.company;
  const { mails: _, answers: __, consultation, ...forms } = settings.forms;
  // The link of video calls is for visitors with a booking.
  const { videoLink: ___, ...consultationWords } = consultation;
  return {
    ...settings,
    forms: { ...forms, consultation: consultationWords },
    company: { ...company, ...(await readLogo(ctx, logo)) },
    menus: { ...resolveMenus(settings.menus, settings.lists, titles), reads },
  };
}
