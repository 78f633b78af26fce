import type { EntryType } from '../../contract/entry-types.ts';
import { isSitePath } from '../../contract/site-paths.ts';
import type { Rendered } from '../markdown/render.ts';
import type { Problem } from './problems.ts';
import type { EntrySource, EntryText } from './read.ts';

/** Everything a text may name: what is being imported and what the database has already. */
export interface Known {
  /** `TYPE/slug` */
  entries: Set<string>;
  /** `TYPE/slug` */
  categories: Set<string>;
  members: Set<string>;
  interests: Set<string>;
  pictures: Set<string>;
}

/** Own fields that hold slugs of other entries. */
const fieldTargets: Record<string, EntryType> = { microservices: 'MICROSERVICE', plans: 'PLAN', dependsOn: 'MICROSERVICE' };

/** The line of the body on which a piece of text first stands. */
function bodyLineOf(source: { body: string; bodyLine: number }, text: string): number {
  const before = source.body.split(text, 1)[0] ?? '';
  return source.bodyLine + before.split('\n').length - 1;
}

function checkBody(source: EntryText, rendered: Rendered, known: Known): Problem[] {
  const { file } = source;
  const links = rendered.links
    .filter((href) => !isSitePath(href, known.entries, known.categories))
    .map((href) => ({ file, line: bodyLineOf(source, href), field: 'body', message: `links to ${href}, which is no page of this site` }));
  const pictures = rendered.pictures
    .filter((name) => !known.pictures.has(name))
    .map((name) => ({ file, line: bodyLineOf(source, name), field: 'body', message: `shows media/${name}, which does not exist` }));
  return [...links, ...pictures];
}

function checkSlugs(source: EntryText, field: string, slugs: readonly string[], exists: (slug: string) => boolean): Problem[] {
  return slugs.flatMap((slug, index) =>
    exists(slug) ? [] : [{ file: source.file, line: source.lineOf([field, index]), field: `${field}.${index}`, message: `${slug} does not exist` }],
  );
}

function checkText(text: EntryText & { head: { interests: string[]; author?: string | undefined } }, rendered: Rendered, known: Known): Problem[] {
  const { interests, author } = text.head;
  const fields = Object.entries(fieldTargets).flatMap(([field, type]) => {
    const slugs = text.fields[field];
    return Array.isArray(slugs) ? checkSlugs(text, field, slugs, (slug) => known.entries.has(`${type}/${slug}`)) : [];
  });
  const authors: Problem[] =
    author === undefined || known.members.has(author)
      ? []
      : [{ file: text.file, line: text.lineOf(['author']), field: 'author', message: `${author} is not in the team` }];
  return [...checkBody(text, rendered, known), ...checkSlugs(text, 'interests', interests, (slug) => known.interests.has(slug)), ...fields, ...authors];
}

/** Everything an entry names that does not exist. */
export function checkReferences(entry: EntrySource, rendered: Rendered, nextRendered: Rendered | null, known: Known): Problem[] {
  const { category } = entry.head;
  const categories: Problem[] =
    category === undefined || known.categories.has(`${entry.type}/${category}`)
      ? []
      : [{ file: entry.file, line: entry.lineOf(['category']), field: 'category', message: `${category} is no category of ${entry.type}` }];
  const next = entry.next && nextRendered ? checkText(entry.next, nextRendered, known) : [];
  return [...checkText(entry, rendered, known), ...categories, ...next];
}
