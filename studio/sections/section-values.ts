import type { FieldSchema } from '../../contract/content/field-references.ts';
import { sectionRows } from '../../contract/content/sections.ts';
import { createValue, findKinds, toLabel } from '../fields/schema.ts';
import { findOptions } from '../parts/find-options.ts';

/** A section as a draft has it: its other values may not fit its schema. */
export type SectionValue = Record<string, unknown> & { id: string; kind: string };

/** A change of the list of sections, applied to the latest list. */
export type SectionsUpdate = (sections: SectionValue[]) => SectionValue[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the sections in a value. A section without an id is known by its place until somebody changes the list. */
export function readSections(value: unknown): SectionValue[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((section, index) => {
    const { id, kind } = section;
    if (typeof id === 'string' && typeof kind === 'string') return section as SectionValue;
    return { ...section, id: typeof id === 'string' ? id : `section-${index + 1}`, kind: String(kind ?? '') };
  });
}

export function getSectionSchemas(list: FieldSchema): ReadonlyMap<string, FieldSchema> {
  return findKinds(list.items || {})?.options ?? new Map();
}

/** Returns a random id of 10 letters and digits. */
function createSectionId(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36)).join('');
}

/** Returns a new section of a kind, in whose form everything is empty. */
export function createSection(schema: FieldSchema): SectionValue {
  return { ...(createValue(schema) as SectionValue), id: createSectionId() };
}

/** Returns a copy of a section. An anchor belongs to one section alone. */
export function copySection({ anchor: _, ...section }: SectionValue): SectionValue {
  return { ...structuredClone(section), id: createSectionId(), kind: section.kind };
}

/** Returns the sections with another one after the section of an id; null puts it first, an unknown id last. */
export function insertAfter(sections: SectionValue[], id: string | null, section: SectionValue): SectionValue[] {
  const index = sections.findIndex((each) => each.id === id);
  const place = id === null ? 0 : index === -1 ? sections.length : index + 1;
  return sections.toSpliced(place, 0, section);
}

export function moveSection(sections: SectionValue[], id: string, place: number): SectionValue[] {
  const index = sections.findIndex((each) => each.id === id);
  const section = sections[index];
  return section ? sections.toSpliced(index, 1).toSpliced(place, 0, section) : sections;
}

export function getKindLabel({ kind }: Pick<SectionValue, 'kind'>): string {
  return Object.entries(sectionRows).find(([name]) => name === kind)?.[1].label ?? toLabel(kind);
}

/** Returns the title of a section; of an opening, its heading. Empty without one. */
export function getSectionTitle({ title, heading }: Record<string, unknown>): string {
  const text = typeof title === 'string' && title.trim() ? title : heading;
  return typeof text === 'string' ? text.trim() : '';
}

/** Returns how messages name a section: by kind and title, or without a title by kind and place, counted from 0. */
export function nameSection(section: SectionValue, index: number): string {
  const title = getSectionTitle(section);
  return title ? `${getKindLabel(section)} “${title}”` : `${getKindLabel(section)}, section ${index + 1}`;
}

/** Properties that say nothing about what visitors read. */
const unread = ['id', 'kind', 'title', 'heading', 'anchor', 'tone', 'shown'];

/** Returns the texts and choices in a value that its schema knows, without addresses and names of pictures. */
function listTexts(schema: FieldSchema, value: unknown): string[] {
  if (schema.const !== undefined || schema.refersTo) return [];
  const kind = findKinds(schema);
  if (kind && isRecord(value)) return listTexts(kind.options.get(String(value[kind.property])) ?? {}, value);
  if (typeof value === 'string') return [schema.enum ? toLabel(value) : value];
  if (Array.isArray(value))
    return value.flatMap((item, index) => listTexts(schema.prefixItems?.[index] ?? (schema.items || {}), item));
  if (!isRecord(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => listTexts(property, value[name]));
}

/** How many characters of a section are shown while it is folded. */
const shownLength = 120;

/** Returns the first words of a section after its title. */
export function getFirstWords({ properties = {} }: FieldSchema, section: SectionValue): string {
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !unread.includes(name)));
  const text = listTexts({ properties: own }, section)
    .map((each) =>
      each
        .replace(/!?\[([^\]]*)\]\([^)]*\)|^\s*[-+] |[#*_`>|]+/gm, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join(' · ');
  return text.length > shownLength ? `${text.slice(0, shownLength).trimEnd()}…` : text;
}

/** Returns the kinds whose label or summary contains a text; those that begin with the text come first. */
export function findSectionKinds(kinds: Iterable<string>, text: string) {
  const rows = [...kinds].flatMap((kind) =>
    Object.entries(sectionRows)
      .filter(([name]) => name === kind)
      .map(([, row]) => ({ kind, ...row })),
  );
  const options = rows.map(({ kind, label, summary }) => ({ value: kind, label: `${label} ${summary}` }));
  return findOptions(options, text).flatMap(({ value }) => rows.filter(({ kind }) => kind === value));
}
