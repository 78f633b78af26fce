import type { TypeWithPages } from '../../contract/content/entry-types.ts';

/** A fact of an entry's front matter, and what an editor types into its field. */
export interface FactEdit {
  type: TypeWithPages;
  path: string;
  value: string;
}

/** Changes of facts of every type. Each is made in a different entry. */
export const factEdits: readonly FactEdit[] = [
  { type: 'BLOG', path: 'title', value: 'Another title: with a colon' },
  { type: 'BLOG', path: 'summary', value: 'Another "summary" # with marks of YAML' },
  { type: 'BLOG', path: 'fields.plate', value: 'rack' },
  { type: 'TRIVIA', path: 'fields.question', value: 'Is this another question?' },
  { type: 'TRIVIA', path: 'fields.options.1', value: '77' },
  { type: 'TRIVIA', path: 'fields.source.title', value: 'Another source' },
  { type: 'INFOGRAPHIC', path: 'fields.sheets.0.rows.1.1', value: '41.5' },
  { type: 'INFOGRAPHIC', path: 'fields.sheets.1.note', value: 'Another note.' },
  { type: 'SERVICE', path: 'fields.price', value: '€999 a day' },
  { type: 'SERVICE', path: 'fields.steps.1.text', value: 'Another step.' },
  { type: 'SERVICE', path: 'fields.schematic.nodes.0.label', value: 'Another node' },
  { type: 'PLAN', path: 'fields.monthly', value: '1234' },
  { type: 'PLAN', path: 'fields.limits.0.value', value: '77' },
  { type: 'MICROSERVICE', path: 'fields.version', value: '7.0' },
  { type: 'MICROSERVICE', path: 'fields.endpoints.0.purpose', value: 'Another purpose' },
  { type: 'APP', path: 'fields.released', value: '2026-01-31' },
  { type: 'APP', path: 'fields.features.0.text', value: 'Another text.' },
  { type: 'PAGE', path: 'fields.heading', value: 'Another heading' },
  { type: 'PAGE', path: 'fields.lede', value: 'Another opening sentence.' },
];

/** Returns the value at a path such as `fields.steps.1.text`; undefined if there is none. */
export function readPath(content: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, content);
}
