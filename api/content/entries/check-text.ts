import { decodeAnchor } from '../../../contract/content/decode-anchor.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import type { ReferenceProblem } from './check-references.ts';
import type { KnownReferences } from './known-references.ts';

/** Returns headings that begin with level 1, which is the title, or that skip a level (WCAG 2.2, technique G141). */
function checkHeadings({ headings }: RenderedMarkdown): ReferenceProblem[] {
  return headings.flatMap(({ depth, line }, index) => {
    const before = index === 0 ? 1 : (headings[index - 1]?.depth ?? 1);
    const createProblem = (message: string): ReferenceProblem[] => [{ path: ['body'], line, message }];
    if (depth === 1) return createProblem('has a heading of level 1, which is reserved for the title; begin with ##');
    if (depth > before + 1) return createProblem(`has a heading of level ${depth} after one of level ${before}`);
    return [];
  });
}

/**
 * Returns what is wrong with a body besides its references: headings, pictures without text, links to no heading.
 * `added` are the anchors that the site adds to the page.
 */
export function findTextProblems(
  rendered: RenderedMarkdown,
  added: readonly string[],
  { decorativePictures }: Pick<KnownReferences, 'decorativePictures'>,
): ReferenceProblem[] {
  const anchors = new Set([...added, ...rendered.headings.map(({ id }) => id)]);
  return [
    ...checkHeadings(rendered),
    ...rendered.unnamedPictures
      .filter(({ target }) => !decorativePictures.has(target.replace(/^media\//, '')))
      .map(({ target, line }) => ({
        path: ['body'],
        line,
        message: `shows ${target} without alternative text; write it between the brackets of ![…]`,
      })),
    ...rendered.fragments
      .filter(({ target }) => !anchors.has(decodeAnchor(target)))
      .map(({ target, line }) => ({
        path: ['body'],
        line,
        message: `links to #${target}, which is not a heading here`,
      })),
  ];
}
