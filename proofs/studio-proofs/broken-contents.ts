import type { TypeWithPages } from '../../contract/content/entry-types.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { sampleFields } from '../../testing/makers.ts';

/** A fault that the gate must refuse, as a change of a content that can be published. */
export interface BrokenContent {
  name: string;
  type: TypeWithPages;
  change: Partial<DraftContent>;
  /** The field that a problem must name; own fields begin with `fields`. */
  field: string;
  /** For a fault in the body: a part of the line that the problem must name. */
  at?: string;
}

const createBrokenBody = (name: string, body: string, at: string, type: TypeWithPages = 'PAGE'): BrokenContent => ({
  name,
  type,
  change: { body: `First line.\n\n${body}\n` },
  field: 'body',
  at,
});

const createBrokenField = (
  name: string,
  type: TypeWithPages,
  fields: Record<string, unknown>,
  field: string,
): BrokenContent => ({
  name,
  type,
  change: { fields: { ...sampleFields[type], ...fields } },
  field: `fields.${field}`,
});

const createBrokenSections = (name: string, sections: object[], at: string): BrokenContent => ({
  name,
  type: 'PAGE',
  change: { body: '', fields: { sections } },
  field: `fields.sections${at}`,
});

const textSection = { kind: 'text', id: 'a', text: 'A text.' };

const [sheet] = sampleFields.INFOGRAPHIC.sheets;
const { source: _, ...sheetWithoutSource } = sheet ?? {};

/** Entries that visitors do not see, by the reason why. The proof creates them. */
export const hiddenTargets = {
  draft: { slug: 'gate-target-draft', publishedAt: null },
  scheduled: { slug: 'gate-target-scheduled', publishedAt: new Date(Date.now() + 7_200_000) },
  withdrawn: { slug: 'gate-target-withdrawn', withdrawnAt: new Date() },
};

/**
 * Faults of every kind that the gate knows. The demo company has the pictures and entries that they name, besides the
 * hidden targets.
 */
export const brokenContents: readonly BrokenContent[] = [
  createBrokenBody('no alternative text', '![](media/fsync-layers.svg)', '![]'),
  createBrokenBody('an empty alternative text', '![ ](media/fsync-layers.svg "Title")', '![ ]'),
  createBrokenBody(
    'no alternative text in a table',
    '| a | b |\n|---|---|\n| x | ![](media/fsync-layers.svg) |',
    '![]',
  ),
  createBrokenBody('a picture that does not exist', '![Text](media/none.svg)', 'none.svg'),
  createBrokenBody('a picture outside the library', '![Text](/media/fsync-layers.svg)', '/media/'),
  createBrokenBody('a heading of level 1', '# Title', '# Title'),
  createBrokenBody('a first heading of level 3', '### Part', '### Part'),
  createBrokenBody('a skipped heading level', '## Part\n\n#### Detail', '#### Detail'),
  createBrokenBody('a link to no heading of the page', '## Part\n\nSee [it](#s-none).', '#s-none'),
  createBrokenBody('a link to no heading of another page', 'See [it](/privacy-policy#s-none).', '#s-none'),
  createBrokenBody('a link to no entry', 'See [it](/blog/none).', '/blog/none'),
  createBrokenBody('a link to no page', 'See [it](/nowhere).', '/nowhere'),
  createBrokenBody('a link to a draft', 'See [it](/gate-target-draft).', '/gate-target-draft'),
  createBrokenBody(
    'a link to an entry that appears later',
    'See [it](/gate-target-scheduled).',
    '/gate-target-scheduled',
  ),
  createBrokenBody('a link to a withdrawn entry', 'See [it](/gate-target-withdrawn).', '/gate-target-withdrawn'),
  createBrokenField('a plan that visitors do not see', 'SERVICE', { plans: ['gate-target-draft'] }, 'plans.0'),
  createBrokenBody('a link to no category', 'See [it](/blog-category/none).', '/blog-category/none'),
  createBrokenBody('a reference to no page', 'See [it][ref].\n\n[ref]: /nowhere "Title"', '[it][ref]'),
  createBrokenBody('a broken link in a footnote', 'Text[^1].\n\n[^1]: See [it](/nowhere).', '/nowhere'),
  createBrokenSections('41 sections', Array(41).fill(textSection), ''),
  createBrokenSections('a second section with the same id', [textSection, textSection], '.1.id'),
  createBrokenSections('a section of an unknown kind', [{ ...textSection, kind: 'banner' }], '.0.kind'),
  createBrokenSections('a broken link in a section', [{ ...textSection, text: 'See [it](/nowhere).' }], '.0.text'),
  createBrokenSections(
    'a section with a picture that does not exist',
    [{ kind: 'picture', id: 'a', picture: { name: 'none.png' } }],
    '.0.picture.name',
  ),
  createBrokenSections(
    'a section with a category of another type',
    [{ kind: 'entries', id: 'a', lists: [{ type: 'TRIVIA', category: 'none', count: 1, as: 'rows' }] }],
    '.0.lists.0.category',
  ),
  { name: 'no title', type: 'PAGE', change: { title: ' ' }, field: 'title' },
  { name: 'a title that is too long', type: 'PAGE', change: { title: 'x'.repeat(121) }, field: 'title' },
  { name: 'no summary', type: 'PAGE', change: { summary: '' }, field: 'summary' },
  { name: 'a summary that is too long', type: 'PAGE', change: { summary: 'x'.repeat(241) }, field: 'summary' },
  { name: 'too many keywords', type: 'PAGE', change: { keywords: Array(13).fill('word') }, field: 'keywords' },
  { name: 'no category', type: 'BLOG', change: { category: null }, field: 'category' },
  { name: 'a category that does not exist', type: 'TRIVIA', change: { category: 'none' }, field: 'category' },
  { name: 'no author', type: 'BLOG', change: { author: null }, field: 'author' },
  { name: 'an author who does not exist', type: 'BLOG', change: { author: 'nobody' }, field: 'author' },
  { name: 'an interest that does not exist', type: 'PAGE', change: { interests: ['none'] }, field: 'interests.0' },
  createBrokenField('a chart without a title', 'INFOGRAPHIC', { sheets: [{ ...sheet, title: '' }] }, 'sheets.0.title'),
  createBrokenField('a chart without a source', 'INFOGRAPHIC', { sheets: [sheetWithoutSource] }, 'sheets.0.source'),
  createBrokenField('a chart without a unit', 'INFOGRAPHIC', { sheets: [{ ...sheet, unit: ' ' }] }, 'sheets.0.unit'),
  createBrokenField(
    'a chart whose rows miss cells',
    'INFOGRAPHIC',
    { sheets: [{ ...sheet, columns: ['a', 'b', 'c'] }] },
    'sheets.0',
  ),
  createBrokenField('an answer that is no option', 'TRIVIA', { answer: 9 }, ''),
  createBrokenField('no version of an app', 'APP', { version: '' }, 'version'),
  createBrokenField('a date that is none', 'APP', { released: 'soon' }, 'released'),
  createBrokenField('an unknown field', 'PLAN', { colour: 'red' }, ''),
  createBrokenField('a plan that does not exist', 'SERVICE', { plans: ['none'] }, 'plans.0'),
  createBrokenField('a dependency that does not exist', 'MICROSERVICE', { dependsOn: ['none'] }, 'dependsOn.0'),
];
