import type { TypeWithPages } from '../../contract/content/entry-types.ts';

/** A fact of an entry's front matter, and what an editor types into its field. */
export interface FactEdit {
  type: TypeWithPages;
  /** The tab of the editor that has the field. */
  tab: 'Text' | 'Facts' | 'Sections';
  path: string;
  value: string;
}

/** Changes of facts of every type. Each is made in a different entry. */
export const factEdits: readonly FactEdit[] = [
  { type: 'BLOG', tab: 'Text', path: 'title', value: 'Another title: with a colon' },
  { type: 'BLOG', tab: 'Text', path: 'summary', value: 'Another "summary" # with marks of YAML' },
  { type: 'BLOG', tab: 'Facts', path: 'fields.plate', value: 'rack' },
  { type: 'TRIVIA', tab: 'Facts', path: 'fields.question', value: 'Is this another question?' },
  { type: 'TRIVIA', tab: 'Facts', path: 'fields.options.1', value: '77' },
  { type: 'TRIVIA', tab: 'Facts', path: 'fields.source.title', value: 'Another source' },
  { type: 'INFOGRAPHIC', tab: 'Facts', path: 'fields.sheets.0.rows.1.1', value: '41.5' },
  { type: 'INFOGRAPHIC', tab: 'Facts', path: 'fields.sheets.1.note', value: 'Another note.' },
  { type: 'SERVICE', tab: 'Facts', path: 'fields.price', value: '€999 a day' },
  { type: 'SERVICE', tab: 'Facts', path: 'fields.steps.1.text', value: 'Another step.' },
  { type: 'SERVICE', tab: 'Facts', path: 'fields.schematic.nodes.0.label', value: 'Another node' },
  { type: 'PLAN', tab: 'Facts', path: 'fields.monthly', value: '1234' },
  { type: 'PLAN', tab: 'Facts', path: 'fields.limits.0.value', value: '77' },
  { type: 'MICROSERVICE', tab: 'Facts', path: 'fields.version', value: '7.0' },
  { type: 'MICROSERVICE', tab: 'Facts', path: 'fields.endpoints.0.purpose', value: 'Another purpose' },
  { type: 'APP', tab: 'Facts', path: 'fields.released', value: '2026-01-31' },
  { type: 'APP', tab: 'Facts', path: 'fields.features.0.text', value: 'Another text.' },
  { type: 'PAGE', tab: 'Facts', path: 'fields.heading', value: 'Another heading' },
  { type: 'PAGE', tab: 'Facts', path: 'fields.lede', value: 'Another opening sentence.' },
];

/** Returns the value at a path such as `fields.steps.1.text`; undefined if there is none. */
export function readPath(content: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, content);
}
