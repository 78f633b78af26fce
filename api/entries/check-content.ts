import { type EntryType, getEntryPath } from '../../contract/entry-types.ts';
import { siteAnchors } from '../../contract/site-paths.ts';
import { type DraftContent, findContentProblems } from '../../contract/studio/draft-content.ts';
import type { ContentProblem } from '../../contract/studio/shapes.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import { findBrokenReferences, type KnownReferences } from './check-references.ts';
import { findTextProblems } from './check-text.ts';

/**
 * Returns everything that is wrong with a content: the gate of publishing, scheduling and importing. `known` holds the
 * targets that exist.
 */
export function checkContent(
  { type, slug }: { type: EntryType; slug: string },
  content: DraftContent,
  rendered: RenderedMarkdown,
  known: KnownReferences,
): ContentProblem[] {
  const inTexts = [
    ...findTextProblems(rendered, siteAnchors[getEntryPath(type, slug)] ?? [], known),
    ...findBrokenReferences(type, content, rendered, known),
  ];
  return [
    ...findContentProblems(type, content).map((problem) => ({ ...problem, line: null })),
    ...inTexts.map(({ path, line, message }) => ({ path: path.join('.'), line, message })),
  ];
}
