import { createDifferenceBudget, diffTexts, type TextPart } from '../../../contract/studio/diff-texts.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { toLabel } from '../../fields/schema.ts';

/** A field that differs between two versions. */
export interface FieldChange {
  label: string;
  parts: ChangePart[];
}

/** A part of a compared text, or how many equal lines are left out. */
export type ChangePart = TextPart | { kind: 'omitted'; lines: number };

/** How many equal lines are shown beside a changed line. */
const shownLines = 3;

const labels: Record<string, string> = { body: 'Text', position: 'Place in lists', revisedAt: 'Last revised' };

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/**
 * Returns a value as lines of text. Items have no numbers, so that inserting an item does not change the others.
 */
function toLines(value: unknown, name = ''): string {
  if (value === null || value === undefined || (isList(value) && value.length === 0)) return '';
  const prefix = name ? `${toLabel(name)}: ` : '';
  if (isList(value) && value.every((item) => typeof item !== 'object')) return `${prefix}${value.join(', ')}\n`;
  if (isList(value)) return value.map((item) => toLines(item)).join(value.every(isList) ? '' : '\n');
  if (typeof value !== 'object') return `${prefix}${value}\n`;
  const parts = Object.entries(value).map(([part, inner]) => toLines(inner, part));
  return parts.join('');
}

/** Returns the parts of a text with long runs of equal lines left out. */
function omitEqualLines(parts: TextPart[]): ChangePart[] {
  return parts.flatMap((part, index): ChangePart[] => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split(/(?<=\n)/);
    const before = index === 0 ? 0 : shownLines;
    const after = index === parts.length - 1 ? 0 : shownLines;
    const omitted = lines.length - before - after;
    if (omitted < 2) return [part];
    const createEqualParts = (text: string): TextPart[] => (text ? [{ kind: 'same', text }] : []);
    return [
      ...createEqualParts(lines.slice(0, before).join('')),
      { kind: 'omitted', lines: omitted },
      ...createEqualParts(lines.slice(lines.length - after).join('')),
    ];
  });
}

/** Returns a field as the text that is compared. */
const toText = (value: unknown) => (typeof value === 'string' ? value : toLines(value));

/** Returns the fields of a content by their names, own fields after the common ones. */
function listFields({ title, summary, body, fields, ...common }: DraftContent): Record<string, unknown> {
  return { title, summary, ...common, ...fields, body };
}

/** Returns the fields that differ between two contents, each with its difference. */
export function listChanges(before: DraftContent, after: DraftContent): FieldChange[] {
  const [old, current] = [listFields(before), listFields(after)];
  const budget = createDifferenceBudget();
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((name) => {
    const [from, to] = [toText(old[name]), toText(current[name])];
    if (from === to) return [];
    return [{ label: labels[name] ?? toLabel(name), parts: omitEqualLines(diffTexts(from, to, budget)) }];
  });
}
