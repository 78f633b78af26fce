import type { DraftContent } from '../../contract/studio/draft-content.ts';

/** Adds a line to the end of a text: to its body or, for a page of sections, as a section. */
export function addLine({ body, fields }: DraftContent, line: string): Pick<DraftContent, 'body' | 'fields'> {
  const { sections } = fields;
  if (!Array.isArray(sections)) return { body: `${body}\n\n${line}\n`, fields };
  const others = (sections as { id: string }[]).filter(({ id }) => id !== 'last-line');
  return { body, fields: { ...fields, sections: [...others, { kind: 'text', id: 'last-line', text: line }] } };
}
