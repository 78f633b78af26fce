import type { EntryType } from '../entry-types.ts';
import type { DraftContent } from './draft-content.ts';

// A stored text keeps the version of the content schema with which it was written, and is never rewritten. Reading
// converts an old text to the present schema. After a change of the schema that older texts do not fit, raise the
// version and add the step that converts a text of the version before. If the change affects HTML, raise the renderer's
// version too.

/** The parts of a content that belong to its text. A step may meet a draft, whose own fields can be anything. */
export type VersionedText = Pick<DraftContent, 'title' | 'summary' | 'body' | 'keywords' | 'interests' | 'fields'>;

/** Keeps whatever else the text has. */
type Step = <T extends VersionedText>(type: EntryType, text: T) => T;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A bar would begin at a zero that a logarithmic scale does not have: such charts are drawn with dots. */
const drawLogarithmicChartsWithDots: Step = (type, text) => {
  const { sheets } = text.fields;
  if (type !== 'INFOGRAPHIC' || !Array.isArray(sheets)) return text;
  const upgraded = sheets.map((sheet: unknown) =>
    isRecord(sheet) && sheet.scale === 'log' && sheet.kind !== 'line' ? { ...sheet, kind: 'dot' } : sheet,
  );
  return { ...text, fields: { ...text.fields, sheets: upgraded } };
};

/** The step at place n turns a text of version n into one of version n + 1. Steps are only added. */
const steps: readonly Step[] = [drawLogarithmicChartsWithDots];

/** The version of the content schema that texts are written with. */
export const contentSchemaVersion = steps.length;

/** Returns a text of an older version as the present schema has it. The other parts of a content stay as they are. */
export function upgradeText<T extends VersionedText>(type: EntryType, version: number, text: T): T {
  return steps.slice(version).reduce((upgraded, step) => step(type, upgraded), text);
}

/** Returns the own fields of a text of an older version as the present schema has them. */
export function upgradeFields(
  type: EntryType,
  version: number,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  if (version >= contentSchemaVersion) return fields;
  return upgradeText(type, version, { title: '', summary: '', body: '', keywords: [], interests: [], fields }).fields;
}
