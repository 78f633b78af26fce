import type { EntryType } from '../../contract/entry-types.ts';
import { isSitePath } from '../../contract/site-paths.ts';
import type { Context } from '../context.ts';
import { media } from '../db/media-tables.ts';
import { categories, entries, interests, teamMembers } from '../db/tables.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';

/** All targets that a text may refer to. */
export interface KnownReferences {
  /** `TYPE/slug` */
  entries: Set<string>;
  /** `TYPE/slug` */
  categories: Set<string>;
  members: Set<string>;
  interests: Set<string>;
  pictures: Set<string>;
  /** Pictures that need no alternative text. */
  decorativePictures: Set<string>;
}

/** The references of a text besides its body. Undefined and null: none. */
export interface TextReferences {
  category?: string | null | undefined;
  author?: string | null | undefined;
  interests: readonly string[];
  fields: Record<string, unknown>;
}

/** A reference whose target does not exist. `line` is the line in the body; null for other fields. */
export interface ReferenceProblem {
  path: (string | number)[];
  line: number | null;
  message: string;
}

/** Own fields that hold slugs of other entries. */
export const fieldTargets: Record<string, EntryType> = {
  microservices: 'MICROSERVICE',
  plans: 'PLAN',
  dependsOn: 'MICROSERVICE',
};

/** Returns all targets in the database. */
export async function findKnownReferences({ db }: Context): Promise<KnownReferences> {
  const typed = (rows: { type: EntryType; slug: string }[]) => new Set(rows.map(({ type, slug }) => `${type}/${slug}`));
  const slugs = (rows: { slug: string }[]) => new Set(rows.map(({ slug }) => slug));
  const pictures = await db.select({ name: media.name, alt: media.alt }).from(media);
  return {
    entries: typed(await db.select({ type: entries.type, slug: entries.slug }).from(entries)),
    categories: typed(await db.select({ type: categories.type, slug: categories.slug }).from(categories)),
    members: slugs(await db.select({ slug: teamMembers.slug }).from(teamMembers)),
    interests: slugs(await db.select({ slug: interests.slug }).from(interests)),
    pictures: new Set(pictures.map(({ name }) => name)),
    decorativePictures: new Set(pictures.filter(({ alt }) => alt === '').map(({ name }) => name)),
  };
}

function checkBody(rendered: RenderedMarkdown, known: KnownReferences): ReferenceProblem[] {
  const problem = (line: number, message: string): ReferenceProblem => ({ path: ['body'], line, message });
  const links = rendered.links
    .filter(({ target }) => !isSitePath(target, known.entries, known.categories))
    .map(({ target, line }) => problem(line, `links to ${target}, which is no page of this site`));
  const pictures = rendered.pictures
    .filter(({ target }) => !known.pictures.has(target))
    .map(({ target, line }) => problem(line, `shows media/${target}, which does not exist`));
  return [...links, ...pictures];
}

function checkSlugs(
  path: (string | number)[],
  slugs: readonly string[],
  exists: (slug: string) => boolean,
): ReferenceProblem[] {
  return slugs.flatMap((slug, index) =>
    exists(slug) ? [] : [{ path: [...path, index], line: null, message: `${slug} does not exist` }],
  );
}

/** Returns the references of a text whose targets do not exist. Paths of own fields begin with `fields`. */
export function findBrokenReferences(
  type: EntryType,
  text: TextReferences,
  rendered: RenderedMarkdown,
  known: KnownReferences,
): ReferenceProblem[] {
  const { category, author, interests: theirs, fields } = text;
  const problem = (field: string, message: string): ReferenceProblem => ({ path: [field], line: null, message });
  return [
    ...checkBody(rendered, known),
    ...checkSlugs(['interests'], theirs, (slug) => known.interests.has(slug)),
    ...Object.entries(fieldTargets).flatMap(([field, target]) => {
      const slugs = fields[field];
      return Array.isArray(slugs)
        ? checkSlugs(['fields', field], slugs, (slug) => known.entries.has(`${target}/${slug}`))
        : [];
    }),
    ...(author == null || known.members.has(author) ? [] : [problem('author', `${author} is not in the team`)]),
    ...(category == null || known.categories.has(`${type}/${category}`)
      ? []
      : [problem('category', `${category} is no category of ${type}`)]),
  ];
}
