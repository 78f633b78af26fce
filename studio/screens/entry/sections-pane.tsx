import { useCallback, useMemo } from 'react';
import type { FieldSchema } from '../../../contract/content/field-references.ts';
import { SectionList } from '../../sections/section-list.tsx';
import { readSections, type SectionsUpdate } from '../../sections/section-values.ts';
import type { FieldsPaneProps } from './facts-pane.tsx';
import { useReferences } from './pane.ts';

export function SectionsPane({
  schema,
  choices,
  onPreview,
  ...pane
}: FieldsPaneProps & { onPreview: (id: string) => void }) {
  const { content, problems, isReadOnly, onChange } = pane;
  // The server sends the JSON Schema of the type.
  const list = (schema as FieldSchema).properties?.sections;
  const { sections } = content.fields;
  const references = useReferences(choices);
  const value = useMemo(() => readSections(sections), [sections]);
  const update = useCallback(
    (change: SectionsUpdate) =>
      onChange(({ fields }) => ({ fields: { ...fields, sections: change(readSections(fields.sections)) } })),
    [onChange],
  );
  if (!list) return null;
  return (
    <SectionList
      path="fields.sections"
      schema={list}
      sections={value}
      isReadOnly={isReadOnly}
      references={references}
      problems={problems}
      onUpdate={update}
      onPreview={onPreview}
    />
  );
}
