import { eq, sql } from 'drizzle-orm';
import { type CompanySettings, type SettingSlug, settingSchemas } from '../../contract/content/setting-schemas.ts';
import { settingRows, settingSlugs } from '../../contract/content/settings.ts';
import { upgradeFields } from '../../contract/studio/content-versions.ts';
import { createEmptyContent, type DraftContent } from '../../contract/studio/draft-content.ts';
import type { Context } from '../context.ts';
import { entries, revisions, runPrepared } from '../db/index.ts';
import { findEntry, lockEntry } from './drafts/find.ts';
import { insertEntry } from './entries/insert-entry.ts';
import { renderContent } from './entries/render-content.ts';
import { showContent } from './entries/show-content.ts';
import { isEnabled, shownRevisionId } from './entries/visibility.ts';

/** Returns the settings that visitors see; a setting that nobody has published has its default. */
export async function readPublishedSettings({ db }: Context): Promise<CompanySettings> {
  const rows = await runPrepared(db, 'settings', {}, () =>
    db
      .select({ slug: entries.slug, fields: revisions.fields, schemaVersion: revisions.schemaVersion })
      .from(entries)
      .innerJoin(revisions, eq(revisions.id, shownRevisionId))
      .where(sql`${isEnabled} and ${entries.type} = 'SETTING'`),
  );
  const stored = new Map(
    rows.map(({ slug, fields, schemaVersion }) => [
      slug,
      upgradeFields({ type: 'SETTING', slug }, schemaVersion, fields),
    ]),
  );
  const read = (slug: SettingSlug) => {
    const { setting: _, ...fields }: Record<string, unknown> = stored.get(slug) ?? settingRows[slug].defaults;
    // A later release may have stored fields that this one does not know.
    return settingSchemas[slug].strip().parse(fields);
  };
  return Object.fromEntries(settingSlugs.map((slug) => [slug, read(slug)])) as CompanySettings;
}

/** Returns the content of a setting: its title and summary are those of its row. */
export function createSettingContent(slug: SettingSlug, fields: object = settingRows[slug].defaults): DraftContent {
  const { title, summary } = settingRows[slug];
  return { ...createEmptyContent(title), summary, body: '\n', fields: { setting: slug, ...fields } };
}

/** Publishes a setting at once with some fields changed; the others stay. Throws `ZodError` if a field does not fit. */
export async function publishSettingFields<S extends SettingSlug>(
  ctx: Context,
  slug: S,
  changed: Partial<CompanySettings[S]>,
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const fields = settingSchemas[slug].parse({ ...(await readPublishedSettings(tx))[slug], ...changed });
    const [stored] = await db
      .select({ id: entries.id })
      .from(entries)
      .where(sql`${entries.type} = 'SETTING' and ${entries.slug} = ${slug}`);
    const { id } = stored ?? (await insertEntry(tx, { type: 'SETTING', slug, createdBy: null }));
    const content = createSettingContent(slug, fields);
    const entry = await lockEntry(tx, id);
    const rendered = await renderContent(tx, await findEntry(tx, id), 'SETTING', content);
    await showContent(tx, entry, content, rendered, { at: null, publishedBy: null });
  });
}
