import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import type { Section } from '../../contract/content/section-schemas.ts';
import { findMissingSections } from '../../contract/content/sections.ts';

const common = { tone: 'plain', shown: true } as const;

/**
 * Returns the sections of a page. A page that was written before pages had sections has its text as one section, and
 * what the specification puts at its address.
 */
export function completeSections({ slug, fields, html, toc, rendered }: EntryDetail<'PAGE'>): {
  sections: Section[];
  rendered: EntryDetail<'PAGE'>['rendered'];
} {
  if (fields.sections) return { sections: fields.sections, rendered };
  const required = findMissingSections(slug, []).map(
    ({ kind, form }) => ({ ...common, id: form ?? kind, kind, form }) as Section,
  );
  const text: Section = { id: 'text', kind: 'text', text: '', contents: required.length === 0, ...common };
  return { sections: html ? [...required, text] : required, rendered: { text: { html, toc } } };
}
