import { aliasedTable, and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type EntryType, getEntryPath, getEntryType, type ListedType } from '../../contract/content/entry-types.ts';
import { isListedType, type ListOrder, listedTypes } from '../../contract/content/list-settings.ts';
import { listMenuTargets, resolveMenus } from '../../contract/content/menus.ts';
import {
  type CompanySettings,
  type PublicSettings,
  type SettingSlug,
  type StoredSettings,
  settingSchemas,
} from '../../contract/content/setting-schemas.ts';
import { completeSettings, settingRows, settingSlugs } from '../../contract/content/settings.ts';
import { parseCategoryPath, parseEntryPath } from '../../contract/content/site-paths.ts';
import { upgradeFields } from '../../contract/studio/content-versions.ts';
import { createEmptyContent, type DraftContent } from '../../contract/studio/draft-content.ts';
import type { Context } from '../context.ts';
import { categories, entries, media, revisions, runPrepared } from '../db/index.ts';
import { isMeasuring } from '../numbers/index.ts';
import { findDraft, findEntry, lockEntry } from './drafts/find.ts';
import { storeDraft } from './drafts/store.ts';
import { renderContent } from './entries/render-content.ts';
import { showContent } from './entries/show-content.ts';
import { insertEntry } from './entries/store-revision.ts';
import { isEnabled, shownRevisionId } from './entries/visibility.ts';

/** Returns fields without those that only a later release knows. */
function removeUnknownFields(schema: z.ZodType, fields: Record<string, unknown>): Record<string, unknown> {
  const known = structuredClone(fields);
  for (const issue of schema.safeParse(fields).error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    const parent = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], known);
    for (const key of issue.keys) delete (parent as Record<string, unknown>)[key];
  }
  return known;
}

/** Returns the published settings as they are stored; a setting that nobody has published has its default. */
async function readStoredSettings({ db }: Context): Promise<StoredSettings> {
  const rows = await runPrepared(db, 'settings', {}, () =>
    db
      .select({ slug: entries.slug, fields: revisions.fields, schemaVersion: revisions.schemaVersion })
      .from(entries)
      .innerJoin(revisions, eq(revisions.id, shownRevisionId))
      .where(sql`${isEnabled} and ${entries.type} = 'SETTING'`),
  );
  const read = (slug: SettingSlug) => {
    const row = rows.find((each) => each.slug === slug);
    if (!row) return settingRows[slug].defaults;
    const { setting: _, ...fields } = upgradeFields({ type: 'SETTING', slug }, row.schemaVersion, row.fields);
    return settingSchemas[slug].parse(removeUnknownFields(settingSchemas[slug], fields));
  };
  return Object.fromEntries(settingSlugs.map((slug) => [slug, read(slug)])) as StoredSettings;
}

/** Returns the order of a type's list, which the setting `lists` says. */
export async function readListOrder(ctx: Context, type: EntryType): Promise<ListOrder> {
  return isListedType(type) ? (await readPublishedSettings(ctx)).lists[type].order : 'position';
}

/** Returns the types whose entries appear in feeds. */
export async function readFeedTypes(ctx: Context): Promise<ListedType[]> {
  const { lists } = await readPublishedSettings(ctx);
  return listedTypes.filter((type) => lists[type].feed);
}

/** Returns the settings that visitors see. */
export async function readPublishedSettings(ctx: Context): Promise<CompanySettings> {
  return completeSettings(await readStoredSettings(ctx));
}

/** Returns the content of a setting: its title and summary are those of its row. */
export function createSettingContent(slug: SettingSlug, fields: object = settingRows[slug].defaults): DraftContent {
  const { title, summary } = settingRows[slug];
  return { ...createEmptyContent(title), summary, body: '\n', fields: { setting: slug, ...fields } };
}

/**
 * Publishes a setting at once with some fields changed, which can depend on those that are stored; the others stay. A
 * draft gets the same change, so that publishing it later does not take the change back. Throws `ZodError` if a field
 * does not fit.
 */
export async function publishSettingFields<S extends SettingSlug>(
  ctx: Context,
  slug: S,
  changed: Partial<StoredSettings[S]> | ((stored: StoredSettings[S]) => Partial<StoredSettings[S]>),
  publishedBy: number | null = null,
): Promise<void> {
  const change = (fields: StoredSettings[S]) => ({
    ...fields,
    ...(changed instanceof Function ? changed(fields) : changed),
  });
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const [stored] = await db
      .select({ id: entries.id })
      .from(entries)
      .where(sql`${entries.type} = 'SETTING' and ${entries.slug} = ${slug}`);
    const { id } = stored ?? (await insertEntry(tx, { type: 'SETTING', slug, createdBy: null }));
    const entry = await lockEntry(tx, id);
    // Read under the lock, so that two changes at the same time are both kept.
    const before = (await readStoredSettings(tx))[slug];
    const content = createSettingContent(slug, settingSchemas[slug].parse(change(before)));
    const rendered = await renderContent(tx, await findEntry(tx, id), 'SETTING', content);
    const draft = await findDraft(tx, entry);
    await showContent(tx, entry, content, rendered, { at: null, publishedBy });
    if (!draft) return;
    const { entryId, baseRevisionId, content: written } = draft;
    const ofDraft = { ...written, fields: change(written.fields as StoredSettings[S]) as DraftContent['fields'] };
    await storeDraft(tx, { entryId, content: ofDraft, baseRevisionId, savedBy: publishedBy });
  });
}

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
    const target = aliasedTable(categories, 'target');
    const rows = await db
      .select({ type: categories.type, slug: categories.slug, name: target.name })
      .from(categories)
      .innerJoin(target, eq(target.id, sql`coalesce(${categories.mergedIntoId}, ${categories.id})`))
      .where(and(eq(target.enabled, true), hasName(categories, lists)));
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
    ...((await isMeasuring(ctx)) && { isMeasured: true }),
    forms: { ...forms, consultation: consultationWords },
    company: { ...company, ...(await readLogo(ctx, logo)) },
    menus: { ...resolveMenus(settings.menus, settings.lists, titles), reads },
  };
}
