import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { listAnchors } from '../../../contract/content/field-texts.ts';
import { findSettingProblem } from '../../../contract/content/settings.ts';
import { siteAnchors } from '../../../contract/content/site-paths.ts';
import { type DraftContent, findContentProblems } from '../../../contract/studio/draft-content.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { findBrokenReferences } from './check-references.ts';
import type { TextTime } from './check-targets.ts';
import { findTextProblems } from './check-text.ts';
import type { KnownReferences } from './known-references.ts';
import type { RenderedContent } from './render-content.ts';

/**
 * Returns the problems of a content that visitors see from `time` on. Publishing, scheduling and importing require that
 * there are none. `known` are the targets that exist.
 */
export function checkEntryContent(
  { type, slug, time }: { type: EntryType; slug: string; time: TextTime },
  content: DraftContent,
  rendered: RenderedContent,
  known: KnownReferences,
): EntryContentProblem[] {
  const inTexts = [
    ...findTextProblems(
      rendered,
      [...(siteAnchors[getEntryPath(type, slug)] ?? []), ...listAnchors(type, content.fields)],
      known,
    ),
    ...findBrokenReferences(type, { own: `${type}/${slug}`, time }, content, rendered, known),
  ];
  const wrong = type === 'SETTING' ? findSettingProblem(slug, content) : null;
  return [
    ...(wrong === null ? [] : [{ path: 'fields.setting', line: null, message: wrong }]),
    ...findContentProblems(type, content).map((problem) => ({ ...problem, line: null })),
    ...inTexts.map(({ path, line, message }) => ({ path: path.join('.'), line, message })),
  ];
}
