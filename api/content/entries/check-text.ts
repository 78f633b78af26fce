import { decodeAnchor } from '../../../contract/content/decode-anchor.ts';
import type { ReferenceProblem } from './check-references.ts';
import type { KnownReferences } from './known-references.ts';
import type { RenderedContent } from './render-content.ts';

/**
 * Returns the headings of each text that begin with level 1, which is the title, or that skip a level (WCAG 2.2,
 * technique G141).
 */
function checkHeadings({ headings }: RenderedContent): ReferenceProblem[] {
  return headings.flatMap(({ path, depth, line }, index) => {
    const last = headings[index - 1];
    const before = last?.path === path ? last.depth : 1;
    const createProblem = (message: string): ReferenceProblem[] => [{ path, line, message }];
    if (depth === 1) return createProblem('has a heading of level 1, which is reserved for the title; begin with ##');
    if (depth > before + 1) return createProblem(`has a heading of level ${depth} after one of level ${before}`);
    return [];
  });
}

/**
 * Returns what is wrong with the texts of a content besides their references: headings, pictures without alternative
 * text, links to no heading.
 * `added` are the anchors that the site adds to the page.
 */
export function findTextProblems(
  rendered: RenderedContent,
  added: readonly string[],
  { decorativePictures }: Pick<KnownReferences, 'decorativePictures'>,
): ReferenceProblem[] {
  const anchors = new Set([...added, ...rendered.headings.map(({ id }) => id)]);
  return [
    ...checkHeadings(rendered),
    ...rendered.unnamedPictures
      .filter(({ target }) => !decorativePictures.has(target.replace(/^media\//, '')))
      .map(({ path, target, line }) => ({
        path,
        line,
        message: `shows ${target} without alternative text; ${line === null ? 'describe it in the library' : 'write it between the brackets of ![…]'}`,
      })),
    ...rendered.fragments
      .filter(({ target }) => !anchors.has(decodeAnchor(target)))
      .map(({ path, target, line }) => ({
        path,
        line,
        message: `links to #${target}, which is not a heading here`,
      })),
  ];
}
