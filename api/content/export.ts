import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { stringify } from 'yaml';
import { type EntryType, getEntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { media } from '../db/media-tables.ts';
import { drafts } from '../db/studio-tables.ts';
import {
  categories,
  entries,
  formerSlugs,
  interests,
  personas,
  positions,
  revisions,
  teamMembers,
} from '../db/tables.ts';
import { writeDraftFile } from './draft-files.ts';
import { createOwnFieldsSchema } from './schemas.ts';

type Revision = typeof revisions.$inferSelect;

const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Leaves out values that equal the default. */
function compact(record: Record<string, unknown>): Record<string, unknown> {
  const isDefault = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isDefault(value)));
}

function markdownFile(common: Record<string, unknown>, own: Record<string, unknown>, body: string): string {
  return `---\n${stringify({ ...compact(common), ...own }, yamlOptions)}---\n\n${body}`;
}

function disabledOnly(enabled: boolean): { enabled?: false } {
  return enabled ? {} : { enabled: false };
}

function textHead(revision: Revision, authors: Map<number, string>) {
  const { title, summary, keywords, interests: theirs, authorId, revisedAt } = revision;
  return {
    title,
    summary,
    updated: revisedAt?.toISOString(),
    author: authorId === null ? undefined : authors.get(authorId),
    keywords,
    interests: theirs,
  };
}

/** Returns own fields in the order of their schema, because jsonb does not keep an order. */
function ownFields(type: EntryType, revision: Revision): Record<string, unknown> {
  return createOwnFieldsSchema(type).parse(revision.fields);
}

/**
 * Returns all content as a map from file name to text or bytes. For content of one moment, `db` is a transaction of one
 * snapshot.
 */
export async function collectContent({ db }: Context): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  const list = (name: string, rows: Record<string, unknown>[]) => files.set(name, stringify(rows, yamlOptions));

  const categoryRows = await db
    .select()
    .from(categories)
    .orderBy(asc(categories.type), asc(categories.position), asc(categories.id));
  list(
    'categories.yaml',
    categoryRows.map(({ type, slug, name, description, enabled }) => ({
      type,
      slug,
      name,
      description,
      ...disabledOnly(enabled),
    })),
  );
  const positionRows = await db.select().from(positions).orderBy(asc(positions.position), asc(positions.id));
  list(
    'positions.yaml',
    positionRows.map(({ slug, label, enabled }) => ({ slug, label, ...disabledOnly(enabled) })),
  );
  const interestRows = await db.select().from(interests).orderBy(asc(interests.position), asc(interests.id));
  list(
    'interests.yaml',
    interestRows.map(({ slug, label, description, enabled }) => ({
      slug,
      label,
      description,
      ...disabledOnly(enabled),
    })),
  );
  const personaRows = await db.select().from(personas).orderBy(asc(personas.position), asc(personas.id));
  list(
    'personas.yaml',
    personaRows.map(({ slug, label, description, interests: theirs, enabled }) => ({
      slug,
      label,
      description,
      interests: theirs,
      ...disabledOnly(enabled),
    })),
  );

  const positionSlugs = new Map(positionRows.map((row) => [row.id, row.slug]));
  const memberRows = await db.select().from(teamMembers).orderBy(asc(teamMembers.id));
  for (const { slug, name, role, joined, focus, position, positionId, enabled, body } of memberRows) {
    const head = {
      name,
      position: positionSlugs.get(positionId),
      role,
      joined,
      focus,
      order: position,
      ...disabledOnly(enabled),
    };
    files.set(`team/${slug}.md`, markdownFile(head, {}, body));
  }

  const authors = new Map(memberRows.map((row) => [row.id, row.slug]));
  const categorySlugs = new Map(categoryRows.map((row) => [row.id, row.slug]));
  const former = await db.select().from(formerSlugs).orderBy(asc(formerSlugs.slug));
  const live = await db
    .select()
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, entries.liveRevisionId))
    .orderBy(asc(entries.id));
  const written = await db
    .select({ type: entries.type, slug: entries.slug, content: drafts.content })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId))
    .orderBy(asc(entries.id));
  for (const { type, slug, content } of written)
    files.set(`${getEntryType(type).folder}/${slug}@draft.md`, writeDraftFile(content));
  for (const { entries: entry, revisions: revision } of live) {
    const file = `${getEntryType(entry.type).folder}/${entry.slug}`;
    const head = {
      ...textHead(revision, authors),
      category: entry.categoryId === null ? undefined : categorySlugs.get(entry.categoryId),
      published: entry.publishedAt?.toISOString(),
      draft: entry.publishedAt ? undefined : true,
      withdrawn: entry.withdrawnAt?.toISOString(),
      formerSlugs: former.filter((row) => row.entryId === entry.id).map((row) => row.slug),
      order: entry.position || undefined,
    };
    files.set(`${file}.md`, markdownFile(head, ownFields(entry.type, revision), revision.body));
    if (entry.nextRevisionId === null) continue;
    const [next] = await db.select().from(revisions).where(eq(revisions.id, entry.nextRevisionId));
    if (next) {
      const nextHead = { ...textHead(next, authors), at: entry.nextAt?.toISOString() };
      files.set(`${file}@next.md`, markdownFile(nextHead, ownFields(entry.type, next), next.body));
    }
  }
  const pictures = await db.select().from(media).orderBy(media.name);
  for (const { name, bytes } of pictures) files.set(`media/${name}`, bytes);
  const described = pictures.filter(({ alt, focusX, focusY }) => alt !== null || focusX !== 0.5 || focusY !== 0.5);
  if (described.length > 0)
    list(
      'media.yaml',
      described.map(({ name, alt, focusX, focusY }) => ({ name, alt, focusX, focusY })),
    );
  return files;
}

/**
 * Exports all content to a folder, from one database snapshot. Importing the folder and exporting again gives the same
 * bytes.
 */
export async function exportContent({ db }: Context, root: string): Promise<number> {
  const files = await db.transaction((tx) => collectContent({ db: tx }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  for (const [name, text] of files) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return files.size;
}
