import type { EntryType } from '../content/entry-types.ts';
import { withRequiredSections } from '../content/sections.ts';
import type { DraftContent } from './draft-content.ts';
import { isRecord } from './match-items.ts';

// A stored text keeps the version of the content schema with which it was written, and is never rewritten. Reading
// converts an old text to the present schema. After a change of the schema that older texts do not fit, add the step
// that converts a text of the version before; the version increases with the number of steps. If the change affects
// HTML, increase the renderer's version too.

/** The parts of a content that belong to its text. A step may meet a draft, whose own fields can be anything. */
export type VersionedText = Pick<DraftContent, 'title' | 'summary' | 'body' | 'keywords' | 'interests' | 'fields'>;

/** The entry of a text. The slug of a page says which sections the specification puts there. */
export interface VersionedEntry {
  type: EntryType;
  slug: string;
}

/** Converts a text to the next version of the schema. Other properties of the text stay. */
type Step = <T extends VersionedText>(entry: VersionedEntry, text: T) => T;

/** Creates a step that replaces each chart of an infographic by what `change` returns for it. */
function createChartStep(change: (chart: Record<string, unknown>) => Record<string, unknown>): Step {
  return ({ type }, text) => {
    const { sheets } = text.fields;
    if (type !== 'INFOGRAPHIC' || !Array.isArray(sheets)) return text;
    const changed = sheets.map((sheet: unknown) => (isRecord(sheet) ? change(sheet) : sheet));
    return { ...text, fields: { ...text.fields, sheets: changed } };
  };
}

/** Draws charts with a logarithmic scale by dots, because such a scale has no zero at which a bar could begin. */
const drawLogarithmicChartsWithDots = createChartStep((chart) =>
  chart.scale === 'log' && chart.kind !== 'line' ? { ...chart, kind: 'dot' } : chart,
);

/** Removes the address of a source unless it begins with `https:` or `http:`. The title of the source stays. */
const removeUnsafeSourceAddresses = createChartStep((chart) => {
  const { source } = chart;
  if (!isRecord(source) || typeof source.url !== 'string' || /^https?:/i.test(source.url)) return chart;
  const { url: _, ...rest } = source;
  return { ...chart, source: rest };
});

/** Removes the menu of a page: the setting `menus` names the pages of menus (`former-menus.ts`). */
const removeMenuOfPage: Step = ({ type }, text) => {
  if (type !== 'PAGE' || !('menu' in text.fields)) return text;
  const { menu: _, ...fields } = text.fields;
  return { ...text, fields };
};

/** The id of the section that the body of a page became. */
export const bodySectionId = 'text';

const common = { tone: 'plain', shown: true } as const;

/**
 * Makes a list of sections of a page that was written before pages were such lists: of its facts, its years, its claims
 * and its body, with the sections that the specification puts at its address.
 */
function listSectionsOfPage<T extends VersionedText>({ type, slug }: VersionedEntry, text: T): T {
  if (type !== 'PAGE' || text.fields.sections !== undefined) return text;
  const { facts, timeline, evidence, ...fields } = text.fields;
  const createSection = (id: string, kind: string, name: string, items: unknown) =>
    Array.isArray(items) && items.length > 0 ? [{ ...common, id, kind, [name]: items as unknown[] }] : [];
  const isSchedule = slug === 'book-a-free-consultation';
  const body = { ...common, id: bodySectionId, kind: 'text', text: text.body.trim(), contents: false };
  const written = [
    ...(isSchedule ? [] : createSection('facts', 'figures', 'figures', facts)),
    ...createSection('timeline', 'timeline', 'events', timeline),
    ...createSection('claims', 'claims', 'claims', evidence),
    ...(text.body.trim() ? [body] : []),
  ];
  const sections = withRequiredSections(slug, written).map((section) =>
    isSchedule && section.kind === 'form' && Array.isArray(facts) ? { ...section, schedule: facts } : section,
  );
  return { ...text, body: '', fields: { ...fields, sections } };
}

/** The step at place n turns a text of version n into one of version n + 1. Steps are only added. */
const steps: readonly Step[] = [
  drawLogarithmicChartsWithDots,
  removeUnsafeSourceAddresses,
  removeMenuOfPage,
  listSectionsOfPage,
];

export const contentSchemaVersion = steps.length;

/** The version since which the setting `menus`, and not a page, says what is in a menu. */
export const versionWithMenus = steps.indexOf(removeMenuOfPage) + 1;

/** Converts a text of an older version to the present schema. Other properties of the text stay as they are. */
export function upgradeText<T extends VersionedText>(entry: VersionedEntry, version: number, text: T): T {
  return steps.slice(version).reduce((upgraded, step) => step(entry, upgraded), text);
}

/**
 * Returns the version of the text of a file that no export wrote, and that has at most this version. A page without a
 * list of sections has the form of the time before, so that a file of Markdown is a page too.
 */
export function findVersionOfFile(type: EntryType, fields: Record<string, unknown>, version: number): number {
  const isWithoutSections = type === 'PAGE' && fields.sections === undefined;
  return isWithoutSections ? Math.min(version, steps.indexOf(listSectionsOfPage)) : version;
}

/**
 * Converts the own fields of a text of an older version to the present schema. `body` is its body, which an older page
 * has in place of a section.
 */
export function upgradeFields(
  entry: VersionedEntry,
  version: number,
  fields: Record<string, unknown>,
  body = '',
): Record<string, unknown> {
  if (version >= contentSchemaVersion) return fields;
  return upgradeText(entry, version, { title: '', summary: '', body, keywords: [], interests: [], fields }).fields;
}
