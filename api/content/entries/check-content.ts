import { decodeAnchor } from '../../../contract/content/decode-anchor.ts';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { listAnchors } from '../../../contract/content/field-texts.ts';
import { findMissingSections } from '../../../contract/content/sections.ts';
import { settingSchemas } from '../../../contract/content/setting-schemas.ts';
import { findSettingProblem } from '../../../contract/content/settings.ts';
import { type DraftContent, findContentProblems } from '../../../contract/studio/draft-content.ts';
import { isRecord } from '../../../contract/studio/match-items.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { findLookProblems } from '../themes/find-look-problems.ts';
import { isPageAnchor } from './check-anchors.ts';
import { findBrokenReferences, type ReferenceProblem } from './check-references.ts';
import type { TextTime } from './hidden-targets.ts';
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
 * `hasAnchor` says whether the page has an anchor besides those of its headings.
 */
function findTextProblems(
  rendered: RenderedContent,
  hasAnchor: (anchor: string) => boolean,
  { decorativePictures }: Pick<KnownReferences, 'decorativePictures'>,
): ReferenceProblem[] {
  const headings = new Set(rendered.headings.map(({ id }) => id));
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
      .filter(({ target }) => !headings.has(decodeAnchor(target)) && !hasAnchor(decodeAnchor(target)))
      .map(({ path, target, line }) => ({
        path,
        line,
        message: `links to #${target}, which is not a heading here`,
      })),
  ];
}

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
  const path = getEntryPath(type, slug);
  const anchors = listAnchors(type, content.fields);
  const inTexts = [
    ...findTextProblems(described, (anchor) => anchors.includes(anchor) || isPageAnchor(type, path, anchor), known),
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

/** Returns the problems of a setting that its schema cannot say, such as colours without enough contrast. */
export async function findSettingContentProblems(
  type: EntryType,
  { fields: { setting, ...fields } }: DraftContent,
): Promise<EntryContentProblem[]> {
  if (type !== 'SETTING' || setting !== 'look') return [];
  const look = settingSchemas.look.safeParse(fields);
  if (!look.success) return [];
  const problems = await findLookProblems(look.data);
  return problems.map(({ path, message }) => ({ path: `fields.${path}`, line: null, message }));
}
