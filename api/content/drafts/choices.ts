import { asc, eq, inArray, sql } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { listReferencedTypes } from '../../../contract/content/field-references.ts';
import type { ColourScheme } from '../../../contract/look/colours.ts';
import type { Choices, ThemeChoice } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import {
  categories,
  createContainsPattern,
  drafts,
  entries,
  interests,
  revisions,
  teamMembers,
} from '../../db/index.ts';
import { readThemes } from '../themes/read-themes.ts';

const title = sql<string>`coalesce(${revisions.title}, ${drafts.content} ->> 'title', '')`;

function selectTitles({ db }: Context) {
  return db
    .select({ type: entries.type, slug: entries.slug, label: title })
    .from(entries)
    .leftJoin(revisions, eq(revisions.id, entries.liveRevisionId))
    .leftJoin(drafts, eq(drafts.entryId, entries.id));
}

/** Returns the themes of the installation, with what the setting Look can choose in each. */
async function listThemes(): Promise<ThemeChoice[]> {
  const { themes } = await readThemes();
  return themes.map(({ name, title, summary, typePairs, structure, colours, palette }) => {
    const pick = (scheme: ColourScheme) =>
      Object.fromEntries(colours.map((colour) => [colour, palette[scheme][colour]]));
    return {
      name,
      title,
      summary,
      typePairs: typePairs.map((pair) => ({ name: pair.name, title: pair.title })),
      structure,
      colours: { light: pick('light'), dark: pick('dark') },
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
      .orderBy(asc(categories.position)),
    authors: await db
      .select({ slug: teamMembers.slug, label: teamMembers.name })
      .from(teamMembers)
      .orderBy(asc(teamMembers.name)),
    interests: await db
      .select({ slug: interests.slug, label: interests.label })
      .from(interests)
      .orderBy(asc(interests.position)),
    entries: await selectTitles(ctx).where(inArray(entries.type, listReferencedTypes())).orderBy(asc(entries.position)),
    themes: await listThemes(),
  };
}

/** Returns up to twenty entries whose title or slug contains a text, for a link to them. */
export async function findTargets(ctx: Context, { q }: { q: string }) {
  const pattern = createContainsPattern(q);
  const rows = await selectTitles(ctx)
    .where(sql`${entries.type} <> 'SETTING' and (${title} ilike ${pattern} or ${entries.slug} ilike ${pattern})`)
    .orderBy(sql`length(${title})`)
    .limit(20);
  return { items: rows.map(({ type, slug, label }) => ({ type, title: label, path: getEntryPath(type, slug) })) };
}
