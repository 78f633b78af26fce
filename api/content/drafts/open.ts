import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { getFormSchema, listReferencedTypes } from '../../../contract/content/field-references.ts';
import type { SettingSlug } from '../../../contract/content/setting-schemas.ts';
import { getUnstoredId, settingRows } from '../../../contract/content/settings.ts';
import type { ColourScheme } from '../../../contract/look/colours.ts';
import type { Choices, OpenedEntry, ThemeChoice } from '../../../contract/studio/shapes.ts';
import { isPermitted } from '../../../contract/studio/token-scopes.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import {
  categories,
  drafts,
  entries,
  formerSlugs,
  interests,
  readSnapshot,
  revisions,
  teamMembers,
} from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';
import { findLastAct } from '../acts.ts';
import { findReview } from '../reviews.ts';
import { createSettingContent } from '../settings.ts';
import { readThemes } from '../themes/read-themes.ts';
import { type EntryRow, findEntry, getCurrentContent, lockEntry } from './find.ts';
import { selectSummaries } from './list.ts';
import { findDiscarded } from './remove.ts';
import { canWrite } from './save.ts';

export const entryTitle = sql<string>`coalesce(${revisions.title}, ${drafts.content} ->> 'title', '')`;

/** Selects all entries with their titles: those of the published text, or of the draft if nothing is published. */
export function selectTitles({ db }: Context) {
  return db
    .select({
      type: entries.type,
      slug: entries.slug,
      label: entryTitle,
      publishedAt: entries.publishedAt,
      withdrawnAt: entries.withdrawnAt,
    })
    .from(entries)
    .leftJoin(revisions, eq(revisions.id, entries.liveRevisionId))
    .leftJoin(drafts, eq(drafts.entryId, entries.id));
}

/** Returns the themes of the installation, with what the setting Look can choose in each. */
async function listThemes(): Promise<ThemeChoice[]> {
  const { themes } = await readThemes();
  return themes.map(({ name, title, summary, typePairs, structure, colours, palette, properties }) => {
    const pick = (scheme: ColourScheme) =>
      Object.fromEntries(colours.map((colour) => [colour, palette[scheme][colour]]));
    return {
      name,
      title,
      summary,
      typePairs: typePairs.map((pair) => {
        const own = { ...properties, ...pair.properties };
        return { name: pair.name, title: pair.title, font: own['--font-heading'] ?? own['--font-text'] ?? '' };
      }),
      structure,
      colours: { light: pick('light'), dark: pick('dark') },
      palette,
    };
  });
}

/** Returns the values that the fields of an entry can refer to. */
export async function listChoices(ctx: Context): Promise<Choices> {
  const { db } = ctx;
  return {
    categories: await db
      .select({ type: categories.type, slug: categories.slug, label: categories.name })
      .from(categories)
      .where(isNull(categories.mergedIntoId))
      .orderBy(asc(categories.position)),
    authors: await db
      .select({ slug: teamMembers.slug, label: teamMembers.name })
      .from(teamMembers)
      .where(isNull(teamMembers.mergedIntoId))
      .orderBy(asc(teamMembers.name)),
    interests: await db
      .select({ slug: interests.slug, label: interests.label })
      .from(interests)
      .where(isNull(interests.mergedIntoId))
      .orderBy(asc(interests.position)),
    entries: (
      await selectTitles(ctx).where(inArray(entries.type, listReferencedTypes())).orderBy(asc(entries.position))
    ).map(({ type, slug, label }) => ({ type, slug, label })),
    themes: await listThemes(),
  };
}

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
    canPublish: isPermitted(actor, 'publish'),
  };
}

/** Returns a setting that was never stored, with what holds by default. */
function describeDefault(slug: SettingSlug, actor: Actor): OpenedEntry {
  const { title } = settingRows[slug];
  const none = { category: null, author: null, publishedAt: null, nextAt: null, withdrawnAt: null };
  const id = getUnstoredId(slug);
  const version = '0.d0';
  return {
    entry: {
      id,
      type: 'SETTING',
      slug,
      title,
      state: 'DRAFT',
      isChanged: false,
      ...none,
      savedAt: null,
      savedBy: null,
      version,
    },
    version: 'draft-0',
    content: createSettingContent(slug),
    formerSlugs: [],
    revision: null,
    fieldsSchema: { ...getFormSchema('SETTING', slug) },
    lastAct: null,
    discarded: null,
    review: null,
    canWrite: isPermitted(actor, 'write-drafts'),
    canPublish: isPermitted(actor, 'publish'),
  };
}

/** Returns an entry with the content to edit, as of one moment. `not_found` for an unknown id. */
export async function openEntry(ctx: Context, { id }: { id: number }, caller: Caller): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  return readSnapshot(ctx, (tx) => readEntry(tx, id, actor));
}

/**
 * Returns a setting with the content to edit, as of one moment. A setting that was never stored has an id below 0,
 * which no entry has, and the version from which its first save starts.
 */
export async function openSetting(ctx: Context, { slug }: { slug: SettingSlug }, caller: Caller): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  return readSnapshot(ctx, async (tx) => {
    const [stored] = await tx.db
      .select({ id: entries.id })
      .from(entries)
      .where(sql`${entries.type} = 'SETTING' and ${entries.slug} = ${slug}`);
    return stored ? readEntry(tx, stored.id, actor) : describeDefault(slug, actor);
  });
}

/** Runs a change of an entry in a transaction that locks the entry, and returns the entry as it is afterwards. */
export async function runEntryChange(
  ctx: Context,
  id: number,
  caller: Caller,
  change: (tx: Context, entry: EntryRow, actor: Actor) => Promise<void>,
): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    await change(tx, await lockEntry(tx, id), actor);
  });
  return openEntry(ctx, { id }, caller);
}
