import type { EntryType } from '../../contract/entry-types.ts';
import { isReservedPageSlug } from '../../contract/page-slugs.ts';
import { findBrokenReferences, type KnownReferences } from '../entries/check-references.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import type { ContentProblem } from './problems.ts';
import type { EntrySource, EntryText } from './read.ts';

function checkText(
  type: EntryType,
  source: EntryText & { head: { interests: string[]; author?: string | undefined; category?: string | undefined } },
  rendered: RenderedMarkdown,
  known: KnownReferences,
): ContentProblem[] {
  const { interests, author, category } = source.head;
  const text = { interests, author, category, fields: source.fields };
  return findBrokenReferences(type, text, rendered, known).map(({ path, line, message }) => {
    // Own fields stand beside the others in a file.
    const place = path[0] === 'fields' ? path.slice(1) : path;
    return {
      file: source.file,
      line: line === null ? source.lineOf(place) : source.bodyLine + line - 1,
      field: place.join('.'),
      message,
    };
  });
}

/** Returns the references of an entry whose targets do not exist. */
export function checkReferences(
  entry: EntrySource,
  rendered: RenderedMarkdown,
  nextRendered: RenderedMarkdown | null,
  known: KnownReferences,
): ContentProblem[] {
  const next = entry.next && nextRendered ? checkText(entry.type, entry.next, nextRendered, known) : [];
  return [...checkText(entry.type, entry, rendered, known), ...next];
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
