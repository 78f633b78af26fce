import { eq } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import { isReservedPageSlug } from '../../contract/page-slugs.ts';
import { slug as slugSchema } from '../../contract/studio/draft-content.ts';
import type { Context } from '../context.ts';
import { entries as entryTable, formerSlugs } from '../db/tables.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentSources, EntrySource } from './read.ts';

const typedSlug = ({ type, slug }: { type: EntryType; slug: string }) => `${type}/${slug}`;

/** Returns a problem for each page whose current or former slug is an address of the site itself. */
function checkPageSlugs(entries: EntrySource[]): ContentProblem[] {
  return entries
    .filter(({ type }) => type === 'PAGE')
    .flatMap(({ slug, file, lineOf, head }) => {
      const message = (taken: string) => `/${taken} is an address of the site itself; choose another slug`;
      const former = head.formerSlugs.flatMap((taken, index) =>
        isReservedPageSlug(taken)
          ? [
              {
                file,
                line: lineOf(['formerSlugs', index]),
                field: `formerSlugs.${index}`,
                message: message(taken),
              },
            ]
          : [],
      );
      return isReservedPageSlug(slug) ? [{ file, line: 1, field: 'slug', message: message(slug) }, ...former] : former;
    });
}

/** Returns a problem for each former slug that belongs to several entries, because an address can lead to only one. */
function checkFormerSlugs(entries: EntrySource[]): ContentProblem[] {
  const taken = new Set(entries.map(typedSlug));
  return entries.flatMap(({ type, file, lineOf, head }) =>
    head.formerSlugs.flatMap((slug, index) => {
      const isTaken = taken.has(`${type}/${slug}`);
      taken.add(`${type}/${slug}`);
      return isTaken
        ? [
            {
              file,
              line: lineOf(['formerSlugs', index]),
              field: `formerSlugs.${index}`,
              message: `${slug} leads to another entry`,
            },
          ]
        : [];
    }),
  );
}

/** Returns a problem for each file of a draft whose name is no slug, or is an address of the site itself. */
function checkDraftSlugs({ drafts }: ContentSources): ContentProblem[] {
  return drafts.flatMap(({ type, slug, file }) => {
    const problem = (message: string) => [{ file, line: 1, field: 'slug', message }];
    if (!slugSchema.safeParse(slug).success)
      return problem("the file's name is the slug: lower-case letters, digits, single hyphens");
    if (type === 'PAGE' && isReservedPageSlug(slug))
      return problem(`/${slug} is an address of the site itself; choose another slug`);
    return [];
  });
}

/** Returns a problem for each address of the folder that an entry has which stays in the database without a file. */
async function checkStoredAddresses({ db }: Context, folder: ContentSources): Promise<ContentProblem[]> {
  const inFolder = new Set(folder.entries.map(typedSlug));
  const rows = await db
    .select({ type: entryTable.type, slug: entryTable.slug, former: formerSlugs.slug })
    .from(entryTable)
    .leftJoin(formerSlugs, eq(formerSlugs.entryId, entryTable.id));
  const stay = rows.filter((row) => !inFolder.has(typedSlug(row)));
  const stored = new Set(stay.map(typedSlug));
  const former = new Map(
    stay.flatMap(({ type, slug, former: old }) => (old ? [[`${type}/${old}`, slug] as const] : [])),
  );
  const problemOf = (file: string, line: number, field: string, owner: string) => ({
    file,
    line,
    field,
    message: `is an address of ${owner}, which stays without a file`,
  });
  const named = [...folder.entries, ...folder.drafts].flatMap(({ type, slug, file }) => {
    const owner = former.get(`${type}/${slug}`);
    return owner === undefined ? [] : [problemOf(file, 1, 'slug', owner)];
  });
  const given = folder.entries.flatMap(({ type, file, lineOf, head }) =>
    head.formerSlugs.flatMap((slug, index) =>
      stored.has(`${type}/${slug}`)
        ? [problemOf(file, lineOf(['formerSlugs', index]), `formerSlugs.${index}`, slug)]
        : [],
    ),
  );
  return [...named, ...given];
}

/** Returns everything that is wrong with the addresses of a folder. `prune`: entries without a file are removed. */
export async function checkAddresses(ctx: Context, folder: ContentSources, prune: boolean): Promise<ContentProblem[]> {
  return [
    ...checkFormerSlugs(folder.entries),
    ...checkPageSlugs(folder.entries),
    ...checkDraftSlugs(folder),
    ...(prune ? [] : await checkStoredAddresses(ctx, folder)),
  ];
}
