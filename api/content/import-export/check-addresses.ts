import { isReservedPageSlug } from '../../../contract/content/page-slugs.ts';
import type { Context } from '../../context.ts';
import { formerSlugs } from '../../db/index.ts';
import type { EntryRow } from '../drafts/find.ts';
import { formatTypedSlug } from '../entries/known-references.ts';
import type { PlannedEntry } from './plan-entries.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentSources, EntrySource } from './read.ts';

/** Returns a problem for each page whose current or former slug is an address of the site itself. */
function checkPageSlugs(entries: EntrySource[]): ContentProblem[] {
  return entries
    .filter(({ type }) => type === 'PAGE')
    .flatMap(({ slug, file, findLine, head }) => {
      const composeMessage = (taken: string) => `/${taken} is an address of the site itself; choose another slug`;
      const former = head.formerSlugs.flatMap((taken, index) =>
        isReservedPageSlug(taken)
          ? [
              {
                file,
                line: findLine(['formerSlugs', index]),
                field: `formerSlugs.${index}`,
                message: composeMessage(taken),
              },
            ]
          : [],
      );
      return isReservedPageSlug(slug)
        ? [{ file, line: 1, field: 'slug', message: composeMessage(slug) }, ...former]
        : former;
    });
}

/** Returns a problem for each former slug that belongs to several entries, because an address can lead to only one. */
function checkFormerSlugs(entries: EntrySource[]): ContentProblem[] {
  const taken = new Set(entries.map(formatTypedSlug));
  return entries.flatMap(({ type, file, findLine, head }) =>
    head.formerSlugs.flatMap((slug, index) => {
      const isTaken = taken.has(`${type}/${slug}`);
      taken.add(`${type}/${slug}`);
      return isTaken
        ? [
            {
              file,
              line: findLine(['formerSlugs', index]),
              field: `formerSlugs.${index}`,
              message: `${slug} leads to another entry`,
            },
          ]
        : [];
    }),
  );
}

/**
 * Returns a problem for each address of an imported entry that would also be the current or a former address of another
 * entry. `stay`: the entries without a file that the import keeps.
 */
async function checkPlannedAddresses(
  { db }: Context,
  planned: readonly PlannedEntry[],
  stay: readonly EntryRow[],
): Promise<ContentProblem[]> {
  const shown = new Map(stay.map((row) => [formatTypedSlug(row), row.slug]));
  const staying = new Map(stay.map(({ id, slug }) => [id, slug]));
  const former = new Map(
    (await db.select().from(formerSlugs)).flatMap((row) => {
      const owner = staying.get(row.entryId);
      return owner === undefined ? [] : [[formatTypedSlug(row), owner] as const];
    }),
  );
  const getSlug = ({ files, row, after }: PlannedEntry) => after?.slug ?? row?.slug ?? files.slug;
  const createProblem = (file: string, line: number, field: string, owner: string) => ({
    file,
    line,
    field,
    message: `is an address of ${owner}, which stays without a file`,
  });
  const taken = new Map<string, string>();
  return planned.flatMap((each) => {
    const { type, file, text } = each.files;
    const address = `${type}/${getSlug(each)}`;
    const other = taken.get(address);
    taken.set(address, file);
    if (other !== undefined) {
      const message = `was renamed in the Studio to the address of ${file}; export the content, and remove the older file`;
      return [{ file: other, line: 1, field: 'slug', message }];
    }
    const owner = shown.get(address) ?? former.get(address);
    const ofSlug = owner === undefined ? [] : [createProblem(file, 1, 'slug', owner)];
    const ofFormer = each.after?.formerSlugs.flatMap((slug) => {
      const holder = shown.get(`${type}/${slug}`) ?? former.get(`${type}/${slug}`);
      if (holder === undefined) return [];
      const index = text?.head.formerSlugs.indexOf(slug) ?? -1;
      const line = text?.findLine(['formerSlugs', index]) ?? 1;
      return [createProblem(file, line, `formerSlugs.${index}`, holder)];
    });
    return [...ofSlug, ...(ofFormer ?? [])];
  });
}

/**
 * Returns the problems of all addresses of a folder. `stay`: the entries without a file that the import keeps.
 */
export async function checkAddresses(
  ctx: Context,
  folder: ContentSources,
  planned: readonly PlannedEntry[],
  stay: readonly EntryRow[],
): Promise<ContentProblem[]> {
  return [
    ...checkFormerSlugs(folder.entries),
    ...checkPageSlugs(folder.entries),
    ...(await checkPlannedAddresses(ctx, planned, stay)),
  ];
}
