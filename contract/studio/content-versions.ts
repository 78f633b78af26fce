import type { EntryType } from '../content/entry-types.ts';
import type { DraftContent } from './draft-content.ts';
import { isRecord } from './match-items.ts';

// A stored text keeps the version of the content schema with which it was written, and is never rewritten. Reading
// converts an old text to the present schema. After a change of the schema that older texts do not fit, add the step
// that converts a text of the version before; the version increases with the number of steps. If the change affects
// HTML, increase the renderer's version too.

/** The parts of a content that belong to its text. A step may meet a draft, whose own fields can be anything. */
export type VersionedText = Pick<DraftContent, 'title' | 'summary' | 'body' | 'keywords' | 'interests' | 'fields'>;

/** Converts a text to the next version of the schema. Other properties of the text stay. */
type Step = <T extends VersionedText>(type: EntryType, text: T) => T;

/** Creates a step that replaces each chart of an infographic by what `change` returns for it. */
function createChartStep(change: (chart: Record<string, unknown>) => Record<string, unknown>): Step {
  return (type, text) => {
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
const removeMenuOfPage: Step = (type, text) => {
  if (type !== 'PAGE' || !('menu' in text.fields)) return text;
  const { menu: _, ...fields } = text.fields;
  return { ...text, fields };
};

/** The step at place n turns a text of version n into one of version n + 1. Steps are only added. */
const steps: readonly Step[] = [drawLogarithmicChartsWithDots, removeUnsafeSourceAddresses, removeMenuOfPage];

/** The version of the content schema that texts are written with. */
export const contentSchemaVersion = steps.length;

/** The version since which the setting `menus`, and not a page, says what is in a menu. */
export const versionWithMenus = steps.indexOf(removeMenuOfPage) + 1;

/** Converts a text of an older version to the present schema. Other properties of the text stay as they are. */
export function upgradeText<T extends VersionedText>(type: EntryType, version: number, text: T): T {
  return steps.slice(version).reduce((upgraded, step) => step(type, upgraded), text);
}

/** Converts the own fields of a text of an older version to the present schema. */
export function upgradeFields(
  type: EntryType,
  version: number,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  if (version >= contentSchemaVersion) return fields;
  return upgradeText(type, version, { title: '', summary: '', body: '', keywords: [], interests: [], fields }).fields;
}
