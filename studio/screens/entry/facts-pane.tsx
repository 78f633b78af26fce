import { Fragment, type ReactNode } from 'react';
import type { FieldSchema } from '../../../contract/content/field-references.ts';
import { AnswerField } from '../../fields/answer-field.tsx';
import { changeProperty } from '../../fields/change-property.ts';
import { findMessage, type SchemaFieldProps } from '../../fields/props.ts';
import { toLabel } from '../../fields/schema.ts';
import styles from '../../fields/schema-field.module.css';
import { SchemaField } from '../../fields/schema-field.tsx';
import { Section } from '../../parts/panel.tsx';
import type { ScreenChoices } from './entry-data.ts';
import { type PaneProps, useReferences } from './pane.ts';

/** The properties of a pane that renders own fields from their JSON Schema. */
export interface FieldsPaneProps extends PaneProps {
  schema: Record<string, unknown>;
  choices: ScreenChoices;
  /** The parameters of previews of the draft; none for what was never stored. */
  preview?: Record<string, string>;
}

/** Fields of a form under a heading of their own. */
export interface FieldGroup {
  title: string;
  names: readonly string[];
}

/**
 * Renders the fields that only the entry's type has, from their JSON Schema. Sections stand in place of a text.
 * `renderField` renders the form of a field that has more than its schema says.
 */
export function FactsPane({
  schema,
  choices,
  groups,
  renderField,
  ...pane
}: FieldsPaneProps & {
  groups?: readonly FieldGroup[];
  renderField?: (name: string, field: SchemaFieldProps) => ReactNode;
}) {
  const { content, problems, isReadOnly, onChange } = pane;
  // The server sends the JSON Schema of the type.
  const { properties = {}, required = [] } = schema as FieldSchema;
  const references = useReferences(choices);
  const { options } = content.fields;
  const render = (name: string) => {
    const property = properties[name];
    if (!property || name === 'sections') return null;
    const path = `fields.${name}`;
    if (name === 'answer' && Array.isArray(options))
      return (
        <AnswerField
          key={name}
          path={path}
          options={options}
          value={content.fields[name]}
          isReadOnly={isReadOnly}
          error={findMessage(problems, path)}
          onChange={(value) => onChange({ fields: changeProperty(content.fields, name, value) })}
        />
      );
    const field: SchemaFieldProps = {
      path,
      label: toLabel(name),
      schema: property,
      value: content.fields[name],
      isRequired: required.includes(name),
      isReadOnly,
      references,
      problems,
      onChange: (value, origins) => onChange({ fields: changeProperty(content.fields, name, value, origins) }),
    };
    return <Fragment key={name}>{renderField?.(name, field) ?? <SchemaField {...field} />}</Fragment>;
  };
  if (!groups) return <div className={styles.container}>{Object.keys(properties).map(render)}</div>;
  return groups.map(({ title, names }) => (
    <div key={title} className={styles.chapter}>
      <Section title={title}>
        <div className={styles.container}>{names.map(render)}</div>
      </Section>
    </div>
  ));
}
