import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { listAnchors } from '../../../contract/content/field-texts.ts';
import { findMissingSections } from '../../../contract/content/sections.ts';
import { findSettingProblem } from '../../../contract/content/settings.ts';
import { siteAnchors } from '../../../contract/content/site-paths.ts';
import { type DraftContent, findContentProblems } from '../../../contract/studio/draft-content.ts';
import { isRecord } from '../../../contract/studio/match-items.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { findBrokenReferences } from './check-references.ts';
import type { TextTime } from './check-targets.ts';
import { findTextProblems } from './check-text.ts';
import type { KnownReferences } from './known-references.ts';
import type { RenderedContent } from './render-content.ts';

/** Returns what is wrong with the sections of a page as a whole. Only a page has sections. */
function findSectionProblems(type: EntryType, slug: string, { body, fields }: DraftContent): EntryContentProblem[] {
  if (type !== 'PAGE') return [];
  const sections = Array.isArray(fields.sections) ? fields.sections.filter(isRecord) : [];
  const missing = findMissingSections(slug, sections as { kind: string }[]).map(({ words }) => ({
    path: 'fields.sections',
    line: null,
    message: `${getEntryPath(type, slug)} needs ${words}`,
  }));
  const isBodyHidden = fields.sections !== undefined && body.trim() !== '';
  const message = 'is not shown, because the page is a list of sections; write it into a section of kind text';
  return isBodyHidden ? [...missing, { path: 'body', line: null, message }] : missing;
}

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
  // The pictures of a setting stand beside the name of the company, or are icons, so they need no alternative text.
  const described = type === 'SETTING' ? { ...rendered, unnamedPictures: [] } : rendered;
  const inTexts = [
    ...findTextProblems(
      described,
      [...(siteAnchors[getEntryPath(type, slug)] ?? []), ...listAnchors(type, content.fields)],
      known,
    ),
    ...findBrokenReferences(type, { own: `${type}/${slug}`, time }, content, rendered, known),
  ];
  const wrong = type === 'SETTING' ? findSettingProblem(slug, content) : null;
  return [
    ...(wrong === null ? [] : [{ path: 'fields.setting', line: null, message: wrong }]),
    ...findSectionProblems(type, slug, content),
    ...findContentProblems(type, content).map((problem) => ({ ...problem, line: null })),
    ...inTexts.map(({ path, line, message }) => ({ path: path.join('.'), line, message })),
  ];
}
