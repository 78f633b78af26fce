import { createDifferenceBudget, diffTexts, type TextPart } from '../../../contract/studio/diff-texts.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { toLabel } from '../../fields/schema.ts';
import { getKindLabel, nameSection, readSections, type SectionValue } from '../../sections/section-values.ts';

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

/** A field of a content as it is compared. */
interface Field {
  label: string;
  value: unknown;
}

/** Returns the sections of a page by their ids, so that a moved section is compared with itself. */
function listSectionFields(sections: readonly SectionValue[]): [key: string, field: Field][] {
  return sections.map((section, index) => {
    const { id, ...value } = section;
    return [`section ${id}`, { label: nameSection(section, index), value: { ...value, kind: getKindLabel(section) } }];
  });
}

/** Returns the fields of a content by their names, own fields after the common ones, and sections one by one. */
function listFields({ title, summary, body, fields, ...common }: DraftContent): Map<string, Field> {
  const { sections, ...own } = fields;
  const named = { title, summary, ...common, ...own, body };
  return new Map([
    ...Object.entries(named).map(
      ([name, value]) => [name, { label: labels[name] ?? toLabel(name), value }] as [string, Field],
    ),
    ...listSectionFields(readSections(sections)),
  ]);
}

/** Returns the order of the sections that two contents have both, by their names in the second, as lines of a text. */
function listOrder({ fields }: DraftContent, names: ReadonlyMap<string, string>): string {
  const lines = readSections(fields.sections).flatMap(({ id }) => names.get(id) ?? []);
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the names of the sections that two contents have both, by their ids. */
function nameCommonSections(before: DraftContent, after: DraftContent): Map<string, string> {
  const old = new Set(readSections(before.fields.sections).map(({ id }) => id));
  return new Map(
    readSections(after.fields.sections).flatMap((section, index) =>
      old.has(section.id) ? [[section.id, nameSection(section, index)] as const] : [],
    ),
  );
}

/** Returns the fields that differ between two contents, each with its difference. */
export function listChanges(before: DraftContent, after: DraftContent): FieldChange[] {
  const names = nameCommonSections(before, after);
  const [old, current] = [before, after].map((content) =>
    listFields(content).set('order', { label: 'Order of sections', value: listOrder(content, names) }),
  ) as [Map<string, Field>, Map<string, Field>];
  const budget = createDifferenceBudget();
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) => {
    const [from, to] = [toText(old.get(name)?.value), toText(current.get(name)?.value)];
    if (from === to) return [];
    const label = current.get(name)?.label ?? old.get(name)?.label ?? '';
    return [{ label, parts: omitEqualLines(diffTexts(from, to, budget)) }];
  });
}
