import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { categories, entries, interests, media, personas, positions, teamMembers } from '../db/tables.ts';
import { putEntry, type RevisionText } from '../entries/put.ts';
import { type PictureSize, type Rendered, renderMarkdown } from '../markdown/render.ts';
import { listPictureSizes } from '../media/list-sizes.ts';
import { checkFormerSlugs, checkPageSlugs, checkReferences, type Known } from './check-references.ts';
import { ContentError, type Problem } from './problems.ts';
import { pruneContent } from './prune.ts';
import { type ContentFolder, type EntryText, readContent } from './read.ts';

/** How many rows of each kind a folder held. */
export type ImportCounts = Record<
  'entries' | 'categories' | 'members' | 'personas' | 'interests' | 'media' | 'removed',
  number
>;

const importLock = 7_210_003;

/** On a conflict of these columns, takes the given row's values for all others. */
function overwrite(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${name}`)]));
}

async function putLists({ db }: Context, folder: ContentFolder): Promise<void> {
  const ordered = <T extends object>(rows: T[]) => rows.map((row, position) => ({ ...row, position }));
  for (const row of ordered(folder.categories)) {
    const set = overwrite(['name', 'description', 'position', 'enabled']);
    await db
      .insert(categories)
      .values(row)
      .onConflictDoUpdate({ target: [categories.type, categories.slug], set });
  }
  for (const row of ordered(folder.positions)) {
    const set = overwrite(['label', 'position', 'enabled']);
    await db.insert(positions).values(row).onConflictDoUpdate({ target: positions.slug, set });
  }
  for (const row of ordered(folder.interests)) {
    const set = overwrite(['label', 'description', 'position', 'enabled']);
    await db.insert(interests).values(row).onConflictDoUpdate({ target: interests.slug, set });
  }
  for (const row of ordered(folder.personas)) {
    const set = overwrite(['label', 'description', 'interests', 'position', 'enabled']);
    await db.insert(personas).values(row).onConflictDoUpdate({ target: personas.slug, set });
  }
}

async function putMedia({ db }: Context, folder: ContentFolder): Promise<void> {
  for (const picture of folder.media) {
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex');
    const set = overwrite(['content_type', 'bytes', 'sha256', 'width', 'height']);
    await db
      .insert(media)
      .values({ ...picture, sha256 })
      .onConflictDoUpdate({
        target: media.name,
        // drizzle names columns by property here
        set: {
          contentType: set.content_type,
          bytes: set.bytes,
          sha256: set.sha256,
          width: set.width,
          height: set.height,
        },
      });
  }
}

async function putMembers({ db }: Context, folder: ContentFolder, problems: Problem[]): Promise<void> {
  const known = new Map((await db.select().from(positions)).map((row) => [row.slug, row.id]));
  for (const { slug, head, body, file, lineOf } of folder.members) {
    const positionId = known.get(head.position);
    if (positionId === undefined) {
      problems.push({
        file,
        line: lineOf(['position']),
        field: 'position',
        message: `${head.position} does not exist`,
      });
      continue;
    }
    const { html } = await renderMarkdown(body);
    const { name, role, joined, focus, enabled, order } = head;
    const row = { name, role, joined, focus, enabled, position: order, positionId, body, html };
    await db
      .insert(teamMembers)
      .values({ slug, ...row })
      .onConflictDoUpdate({ target: teamMembers.slug, set: row });
  }
}

function textOf(
  source: EntryText & {
    head: {
      title: string;
      summary: string;
      keywords: string[];
      interests: string[];
      author?: string | undefined;
      updated?: string | undefined;
    };
  },
  members: Map<string, number>,
): RevisionText {
  const { title, summary, keywords, interests: theirs, author, updated } = source.head;
  return {
    title,
    summary,
    keywords,
    interests: theirs,
    body: source.body,
    fields: source.fields,
    authorId: author === undefined ? null : (members.get(author) ?? null),
    revisedAt: updated === undefined ? null : new Date(updated),
  };
}

async function putEntries(ctx: Context, folder: ContentFolder, problems: Problem[]): Promise<void> {
  const { db } = ctx;
  const stored = await db.select({ type: entries.type, slug: entries.slug }).from(entries);
  const categoryRows = await db.select().from(categories);
  const members = new Map((await db.select().from(teamMembers)).map((row) => [row.slug, row.id]));
  const pictures = await listPictureSizes(ctx);
  const categoryIds = new Map(categoryRows.map((row) => [`${row.type}/${row.slug}`, row.id]));
  const known: Known = {
    entries: new Set([...stored, ...folder.entries].map(({ type, slug }) => `${type}/${slug}`)),
    categories: new Set(categoryIds.keys()),
    members: new Set(members.keys()),
    interests: new Set((await db.select().from(interests)).map((row) => row.slug)),
    pictures: new Set(pictures.keys()),
  };
  const sizeOf: PictureSize = (name) => pictures.get(name) ?? null;

  const prepared: { entry: (typeof folder.entries)[number]; rendered: Rendered; nextRendered: Rendered | null }[] = [];
  for (const entry of folder.entries) {
    const rendered = await renderMarkdown(entry.body, sizeOf);
    const nextRendered = entry.next ? await renderMarkdown(entry.next.body, sizeOf) : null;
    problems.push(...checkReferences(entry, rendered, nextRendered, known));
    prepared.push({ entry, rendered, nextRendered });
  }
  problems.push(...checkFormerSlugs(folder.entries), ...checkPageSlugs(folder.entries));
  if (problems.length > 0) throw new ContentError(problems);

  for (const { entry, rendered, nextRendered } of prepared) {
    const { category, published, withdrawn, order, formerSlugs } = entry.head;
    await putEntry(ctx, {
      type: entry.type,
      slug: entry.slug,
      categoryId: category === undefined ? null : (categoryIds.get(`${entry.type}/${category}`) ?? null),
      position: order,
      publishedAt: published === undefined ? null : new Date(published),
      withdrawnAt: withdrawn === undefined ? null : new Date(withdrawn),
      formerSlugs,
      text: textOf(entry, members),
      rendered,
      next:
        entry.next && nextRendered
          ? { at: new Date(entry.next.head.at), text: textOf(entry.next, members), rendered: nextRendered }
          : null,
    });
  }
}

/**
 * Brings the database to what a folder of content says; rows the folder does not name stay as they are, or go where `prune`
 * says so. All or nothing: throws `ContentError` with file, line and field of everything wrong, and then has changed nothing.
 */
export async function importContent({ db }: Context, root: string, { prune = false } = {}): Promise<ImportCounts> {
  let removed = 0;
  const problems: Problem[] = [];
  const folder = await readContent(root, problems);
  if (problems.length > 0) throw new ContentError(problems);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    const ctx = { db: tx };
    await putLists(ctx, folder);
    await putMedia(ctx, folder);
    await putMembers(ctx, folder, problems);
    await putEntries(ctx, folder, problems);
    if (prune) removed = await pruneContent(ctx, folder);
  });
  const { categories: c, members, personas: p, interests: i, media: m } = folder;
  return {
    entries: folder.entries.length,
    categories: c.length,
    members: members.length,
    personas: p.length,
    interests: i.length,
    media: m.length,
    removed,
  };
}
