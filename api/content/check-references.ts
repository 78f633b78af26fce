import type { EntryType } from '../../contract/entry-types.ts';
import { isReservedPageSlug } from '../../contract/page-slugs.ts';
import { isSitePath } from '../../contract/site-paths.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import type { ContentProblem } from './problems.ts';
import type { EntrySource, EntryText } from './read.ts';

/** All targets that a file may refer to: those being imported and those already in the database. */
export interface KnownReferences {
  /** `TYPE/slug` */
  entries: Set<string>;
  /** `TYPE/slug` */
  categories: Set<string>;
  members: Set<string>;
  positions: Set<string>;
  interests: Set<string>;
  pictures: Set<string>;
}

/** Own fields that hold slugs of other entries. */
const fieldTargets: Record<string, EntryType> = {
  microservices: 'MICROSERVICE',
  plans: 'PLAN',
  dependsOn: 'MICROSERVICE',
};

function checkBody(source: EntryText, rendered: RenderedMarkdown, known: KnownReferences): ContentProblem[] {
  const problem = (line: number, message: string) => ({
    file: source.file,
    line: source.bodyLine + line - 1,
    field: 'body',
    message,
  });
  const links = rendered.links
    .filter(({ target }) => !isSitePath(target, known.entries, known.categories))
    .map(({ target, line }) => problem(line, `links to ${target}, which is no page of this site`));
  const pictures = rendered.pictures
    .filter(({ target }) => !known.pictures.has(target))
    .map(({ target, line }) => problem(line, `shows media/${target}, which does not exist`));
  return [...links, ...pictures];
}

function checkSlugs(
  source: EntryText,
  field: string,
  slugs: readonly string[],
  exists: (slug: string) => boolean,
): ContentProblem[] {
  return slugs.flatMap((slug, index) =>
    exists(slug)
      ? []
      : [
          {
            file: source.file,
            line: source.lineOf([field, index]),
            field: `${field}.${index}`,
            message: `${slug} does not exist`,
          },
        ],
  );
}

function checkText(
  text: EntryText & { head: { interests: string[]; author?: string | undefined } },
  rendered: RenderedMarkdown,
  known: KnownReferences,
): ContentProblem[] {
  const { interests, author } = text.head;
  const fields = Object.entries(fieldTargets).flatMap(([field, type]) => {
    const slugs = text.fields[field];
    return Array.isArray(slugs) ? checkSlugs(text, field, slugs, (slug) => known.entries.has(`${type}/${slug}`)) : [];
  });
  const authors: ContentProblem[] =
    author === undefined || known.members.has(author)
      ? []
      : [{ file: text.file, line: text.lineOf(['author']), field: 'author', message: `${author} is not in the team` }];
  return [
    ...checkBody(text, rendered, known),
    ...checkSlugs(text, 'interests', interests, (slug) => known.interests.has(slug)),
    ...fields,
    ...authors,
  ];
}

/** Returns the references of an entry whose targets do not exist. */
export function checkReferences(
  entry: EntrySource,
  rendered: RenderedMarkdown,
  nextRendered: RenderedMarkdown | null,
  known: KnownReferences,
): ContentProblem[] {
  const { category } = entry.head;
  const categories: ContentProblem[] =
    category === undefined || known.categories.has(`${entry.type}/${category}`)
      ? []
      : [
          {
            file: entry.file,
            line: entry.lineOf(['category']),
            field: 'category',
            message: `${category} is no category of ${entry.type}`,
          },
        ];
  const next = entry.next && nextRendered ? checkText(entry.next, nextRendered, known) : [];
  return [...checkText(entry, rendered, known), ...categories, ...next];
}

/** Returns a problem for each page whose current or former slug is an address of the site itself. */
export function checkPageSlugs(entries: EntrySource[]): ContentProblem[] {
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
export function checkFormerSlugs(entries: EntrySource[]): ContentProblem[] {
  const taken = new Set(entries.map(({ type, slug }) => `${type}/${slug}`));
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
