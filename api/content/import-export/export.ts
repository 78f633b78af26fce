import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { type EntryType, getEntryPath, getEntryType, selectableTypes } from '../../../contract/content/entry-types.ts';
import { contentSchemaVersion, upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { type ListName, listNames } from '../../../contract/studio/list-names.ts';
import type { Context } from '../../context.ts';
import { drafts, entries, feedIds, media, readSnapshot } from '../../db/index.ts';
import { orderFields } from '../entries/index-text.ts';
import { readDatabaseTime } from '../entries/known-references.ts';
import { readList } from '../lists/rows.ts';
import { listStoredRedirects } from '../redirects.ts';
import { formatDraftFile } from './draft-files.ts';
import type { PublicEntryStateWithSlug } from './entry-state.ts';
import {
  type ExportManifest,
  formatExportManifest,
  getDatabaseId,
  hashText,
  manifestFile,
  removeOldFiles,
} from './manifest.ts';
import { readFormerSlugs, readListState } from './merge-lists.ts';
import { redirectsFile } from './read-redirects.ts';
import { getFileEnding, getImpliedFields } from './schemas.ts';
import { readStoredStates } from './stored-entries.ts';
import { formatMarkdownFile, formatYaml } from './yaml.ts';

/** Returns an object without the values that equal their defaults. */
function omitDefaults(record: Record<string, unknown>): Record<string, unknown> {
  const isDefault = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isDefault(value)));
}

/** Returns the field `enabled` only where it is false, because files have true as the default. */
function toEnabledField(enabled: boolean): { enabled?: false } {
  return enabled ? {} : { enabled: false };
}

/** Returns the front matter that the texts of all types have. */
function createTextHead({ title, summary, revisedAt, author, keywords, interests }: DraftContent) {
  return { title, summary, updated: revisedAt, author, keywords, interests };
}

/**
 * Returns the files of an entry: its text, and the next text if one is scheduled. An id in feeds that is the path of
 * the entry is left out, because an import gives that id by itself.
 */
function createEntryFiles(
  type: EntryType,
  { slug, content, next, ...state }: PublicEntryStateWithSlug,
  feedId: string | undefined,
): [string, string][] {
  const file = `${getEntryType(type).folder}/${slug}`;
  const head = {
    ...createTextHead(content),
    category: content.category,
    published: state.publishedAt,
    draft: state.publishedAt ? undefined : true,
    withdrawn: state.withdrawnAt,
    formerSlugs: state.formerSlugs,
    feedId: feedId === getEntryPath(type, slug) ? undefined : feedId,
    order: content.position || undefined,
  };
  const implied = getImpliedFields(type, slug);
  const ending = getFileEnding(type);
  const format = (common: Record<string, unknown>, { fields, body }: DraftContent) => {
    const whole = { ...omitDefaults(common), ...orderFields({ type, fields }) };
    const told = Object.fromEntries(Object.entries(whole).filter(([name, value]) => implied[name] !== value));
    return ending === '.yaml' ? formatYaml(told) : formatMarkdownFile(told, body.trim() ? body : '');
  };
  const files: [string, string][] = [[file + ending, format(head, content)]];
  if (next)
    files.push([`${file}@next${ending}`, format({ ...createTextHead(next.content), at: next.at }, next.content)]);
  return files;
}

/** Adds the files of all entries and drafts to `files`. Returns their versions, for the manifest. */
async function addEntries(ctx: Context, files: Map<string, string | Buffer>): Promise<ExportManifest['entries']> {
  const rows = await ctx.db.select().from(entries).orderBy(asc(entries.id));
  const written = await ctx.db
    .select({ draft: drafts, type: entries.type, slug: entries.slug })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId))
    .orderBy(asc(entries.id));
  for (const { draft, type, slug } of written)
    files.set(
      `${getEntryType(type).folder}/${slug}@draft.md`,
      formatDraftFile(upgradeText({ type, slug }, draft.schemaVersion, draft.content)),
    );
  const draftVersions = new Map(written.map(({ draft }) => [draft.entryId, draft.version]));
  const states = await readStoredStates(ctx, rows, await readDatabaseTime(ctx));
  const inFeeds = new Map((await ctx.db.select().from(feedIds)).map((row) => [row.entryId, row.id]));
  const exported: ExportManifest['entries'] = {};
  for (const row of rows) {
    const { id, type, version, liveRevisionId, nextRevisionId, slug } = row;
    const state = states.get(id);
    if (state) for (const [name, text] of createEntryFiles(type, state, inFeeds.get(id))) files.set(name, text);
    const hasNextReplacedText = nextRevisionId !== null && !state?.next;
    exported[`${getEntryType(type).folder}/${slug}`] = {
      id,
      version,
      text: hasNextReplacedText ? nextRevisionId : liveRevisionId,
      next: hasNextReplacedText ? null : nextRevisionId,
      nextAt: state?.next?.at ?? null,
      draft: draftVersions.get(id) ?? null,
      published: state?.publishedAt ?? null,
      withdrawn: state?.withdrawnAt ?? null,
      category: state?.content.category ?? null,
      order: state?.content.position ?? 0,
      formerSlugs: state?.formerSlugs ?? [],
    };
  }
  return exported;
}

/**
 * Returns all content as a map from file name to text or bytes. For content of one moment, `db` is a transaction of one
 * snapshot.
 */
export async function collectContent({ db }: Context): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  const list = (name: string, rows: Record<string, unknown>[]) => files.set(name, formatYaml(rows));

  const lists: ExportManifest['lists'] = {};
  for (const name of listNames) lists[name] = await readListState({ db }, name);
  const readRows = async (name: ListName) => {
    const former = await readFormerSlugs({ db }, name);
    return (await readList({ db }, name)).map(({ id, slug, fields: { enabled, slug: _, ...fields } }) => {
      const formerSlugs = former.get(id) ?? [];
      const rest = { ...toEnabledField(enabled ?? true), ...(formerSlugs.length > 0 && { formerSlugs }) };
      return { id, slug, fields, rest };
    });
  };
  const ofTypes = selectableTypes.map(async (type) =>
    (await readRows(type)).map(({ slug, fields, rest }) => ({ type, slug, ...fields, ...rest })),
  );
  list('categories.yaml', (await Promise.all(ofTypes)).flat());
  for (const [file, name] of [
    ['positions.yaml', 'POSITION'],
    ['interests.yaml', 'INTEREST'],
    ['personas.yaml', 'PERSONA'],
  ] as const)
    list(
      file,
      (await readRows(name)).map(({ slug, fields: { name: label, ...fields }, rest }) => ({
        slug,
        label,
        ...fields,
        ...rest,
      })),
    );
  for (const { slug, fields, rest } of await readRows('TEAM')) {
    const { name, role, joined, focus, leftOn, portrait, body = '' } = fields;
    const { position, order } = lists.TEAM?.[slug] ?? {};
    const head = { name, position, role, joined, focus, order, left: leftOn, portrait, ...rest };
    files.set(`team/${slug}.md`, formatMarkdownFile(omitDefaults(head), body));
  }

  const exported = await addEntries({ db }, files);
  const pictures = await db.select().from(media).orderBy(media.name);
  for (const { name, bytes } of pictures) files.set(`media/${name}`, bytes);
  const described = pictures.filter(({ alt, focusX, focusY }) => alt !== null || focusX !== 0.5 || focusY !== 0.5);
  if (described.length > 0)
    list(
      'media.yaml',
      described.map(({ name, alt, focusX, focusY }) => ({ name, alt, focusX, focusY })),
    );
  const redirects = (await listStoredRedirects({ db })).map(({ path, leadsTo }) => ({ path, target: leadsTo }));
  if (redirects.length > 0) list(redirectsFile, redirects);
  const hashes = Object.fromEntries([...files].map(([name, text]) => [name, hashText(text)]));
  const database = await getDatabaseId({ db });
  files.set(
    manifestFile,
    formatExportManifest({
      database,
      schemaVersion: contentSchemaVersion,
      files: hashes,
      entries: exported,
      redirects,
      lists,
    }),
  );
  return files;
}

/**
 * Exports all content to a folder, from one database snapshot, with a manifest of the versions. Importing the folder
 * and exporting again gives the same bytes. Files of an earlier export that have no entry any more are removed. Returns
 * the number of files.
 */
export async function exportContent(ctx: Context, root: string): Promise<number> {
  const files = await readSnapshot(ctx, collectContent);
  await removeOldFiles(root, new Set(files.keys()));
  for (const [name, text] of files) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return files.size;
}
