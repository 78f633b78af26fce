import { isDeepStrictEqual } from 'node:util';
import { inArray, isNotNull } from 'drizzle-orm';
import { getEntryPath, selectableTypes } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { ListName } from '../../../contract/studio/list-names.ts';
import type { Context } from '../../context.ts';
import {
  categories,
  entries,
  interests,
  media,
  personas,
  pictureUses,
  positions,
  teamMembers,
} from '../../db/index.ts';
import type { EntryRow } from '../drafts/find.ts';
import { formatTypedSlug } from '../entries/known-references.ts';
import { readUnchangedImports } from './merge-lists.ts';
import type { KeptItem } from './problems.ts';
import type { ContentSources } from './read.ts';
import { findKeptEntries, type ImportedEntry, type KeptEntry } from './stored-entries.ts';

/** The names of the rows that an import removes because the folder does not contain them, by their ids. */
type Removed = ReadonlyMap<number, string>;

/** What an import removes because the folder does not contain it. */
export interface PrunePlan {
  entries: Removed;
  categories: Removed;
  members: Removed;
  positions: Removed;
  interests: Removed;
  personas: Removed;
  pictures: ReadonlySet<string>;
  kept: KeptItem[];
}

const none: Removed = new Map();
const lists = { entries: none, categories: none, members: none, positions: none, interests: none, personas: none };
/** The plan of an import that prunes nothing. */
export const emptyPrunePlan: PrunePlan = { ...lists, pictures: new Set(), kept: [] };

interface NamedRow {
  id: number;
  name: string;
  /** Whether nobody has changed the item since an import stored it. */
  isOfImport: boolean;
}

/**
 * Splits the rows that have no file in the folder. Returns those that no remaining entry uses and that the Studio has
 * not changed, and adds the others to `kept`. `uses` maps the name of a row to what uses it.
 */
function splitRows(
  kind: string,
  rows: readonly NamedRow[],
  inFolder: readonly string[],
  uses: ReadonlyMap<string, string>,
  kept: KeptItem[],
): Removed {
  const others = rows.filter(({ name }) => !inFolder.includes(name));
  const isRemoved = ({ name, isOfImport }: NamedRow) => isOfImport && !uses.has(name);
  for (const row of others.filter((each) => !isRemoved(each))) {
    const user = uses.get(row.name);
    const reason = user === undefined ? 'was added or changed in the Studio' : `is used by ${user}, which stays`;
    kept.push({ name: `${kind} ${row.name}`, reason });
  }
  return new Map(others.filter(isRemoved).map(({ id, name }) => [id, name]));
}

/** Returns the names that kept entries use, each with the path of an entry that uses it. */
function findUses(kept: readonly KeptEntry[], listNames: (text: DraftContent, row: EntryRow) => (string | null)[]) {
  return new Map(
    kept.flatMap(({ row, texts }) =>
      texts.flatMap((text) =>
        listNames(text, row).flatMap((name) =>
          name === null ? [] : [[name, getEntryPath(row.type, row.slug)] as const],
        ),
      ),
    ),
  );
}

/**
 * Returns the pictures without a file that an import stored, that nobody has changed since, and that no remaining text
 * shows. The other pictures without a file are added to `kept`.
 */
async function planPictures(
  { db }: Context,
  folder: ContentSources,
  removedEntries: Removed,
  keptIds: ReadonlySet<number>,
  kept: KeptItem[],
): Promise<Set<string>> {
  const inFolder = new Set(folder.media.map(({ name }) => name));
  const { name, sha256, alt, focusX, focusY, imported } = media;
  const stored = await db.select({ name, now: { sha256, alt, focusX, focusY }, imported }).from(media).orderBy(name);
  const used = new Set(
    (await db.select().from(pictureUses))
      // Pictures of the folder's published texts are in the folder, because `checkPlan` requires that.
      .filter(
        ({ entryId, place }) => keptIds.has(entryId ?? 0) || (place === 'DRAFT' && !removedEntries.has(entryId ?? 0)),
      )
      .map((use) => use.name),
  );
  const portraits = db.select({ name: teamMembers.portrait }).from(teamMembers).where(isNotNull(teamMembers.portrait));
  for (const portrait of await portraits) used.add(portrait.name ?? '');
  const removed = new Set<string>();
  for (const picture of stored.filter((each) => !inFolder.has(each.name))) {
    const reason = !picture.imported
      ? 'was uploaded in the Studio'
      : !isDeepStrictEqual(picture.imported, picture.now)
        ? 'was changed in the Studio since the last import'
        : used.has(picture.name)
          ? 'is shown by what stays'
          : null;
    if (reason === null) removed.add(picture.name);
    else kept.push({ name: `media/${picture.name}`, reason });
  }
  return removed;
}

/**
 * Returns what an import removes: everything that earlier imports stored, that the folder does not contain, and that
 * nobody has changed since. `others` are the entries without a file. Everything else without a file is in `kept`.
 */
export async function planPrune(
  ctx: Context,
  folder: ContentSources,
  others: readonly EntryRow[],
  imported: ReadonlyMap<number, ImportedEntry>,
  now: Date,
): Promise<PrunePlan> {
  const { db } = ctx;
  const keptEntries = await findKeptEntries(ctx, others, imported, now);
  const keptIds = new Set(keptEntries.map(({ row }) => row.id));
  const kept = keptEntries.map(({ row, reason }) => ({ name: getEntryPath(row.type, row.slug), reason }));
  const getSlugs = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug);
  const readNamed = (list: ListName) => readUnchangedImports(ctx, list);
  const categoryRows = (
    await Promise.all(
      selectableTypes.map(async (type) =>
        (await readNamed(type)).map(({ name, ...row }) => ({ ...row, name: formatTypedSlug({ type, slug: name }) })),
      ),
    )
  ).flat();
  const memberRows = await db.select().from(teamMembers);
  const positionRows = await db.select().from(positions);
  const authors = findUses(keptEntries, ({ author }) => [author]);
  const members = splitRows('team member', await readNamed('TEAM'), getSlugs(folder.members), authors, kept);
  const positionUses = new Map(
    memberRows
      .filter(({ slug }) => authors.has(slug) && !getSlugs(folder.members).includes(slug))
      .map(({ slug, positionId }) => [positionRows.find(({ id }) => id === positionId)?.slug ?? '', slug] as const),
  );
  const removedEntries = new Map(
    others.filter(({ id }) => !keptIds.has(id)).map((row) => [row.id, formatTypedSlug(row)] as const),
  );
  return {
    entries: removedEntries,
    categories: splitRows(
      'category',
      categoryRows,
      folder.categories.map(formatTypedSlug),
      findUses(keptEntries, ({ category }, { type }) => [category && `${type}/${category}`]),
      kept,
    ),
    members,
    positions: splitRows('position', await readNamed('POSITION'), getSlugs(folder.positions), positionUses, kept),
    interests: splitRows(
      'interest',
      await readNamed('INTEREST'),
      getSlugs(folder.interests),
      findUses(keptEntries, (text) => text.interests),
      kept,
    ),
    personas: splitRows('persona', await readNamed('PERSONA'), getSlugs(folder.personas), new Map(), kept),
    pictures: await planPictures(ctx, folder, removedEntries, keptIds, kept),
    kept,
  };
}

/**
 * Removes what a plan names; returns the number of rows. Call in the import's transaction, after the entries were
 * changed.
 */
export async function pruneContent({ db }: Context, plan: PrunePlan): Promise<number> {
  // Entries first: they refer to categories and members.
  const tables = [
    [entries, plan.entries],
    [categories, plan.categories],
    [teamMembers, plan.members],
    [positions, plan.positions],
    [personas, plan.personas],
    [interests, plan.interests],
  ] as const;
  let count = 0;
  for (const [table, rows] of tables) {
    if (rows.size === 0) continue;
    const removed = await db.delete(table).where(inArray(table.id, [...rows.keys()]));
    count += removed.rowCount ?? 0;
  }
  if (plan.pictures.size === 0) return count;
  const removed = await db.delete(media).where(inArray(media.name, [...plan.pictures]));
  return count + (removed.rowCount ?? 0);
}
