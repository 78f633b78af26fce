import type { FieldSchema } from '../../../contract/content/field-references.ts';
import type { Choices } from '../../../contract/studio/shapes.ts';
import { AnswerField } from '../../fields/answer-field.tsx';
import { changeProperty } from '../../fields/change-property.ts';
import { findMessage } from '../../fields/props.ts';
import { toLabel } from '../../fields/schema.ts';
import styles from '../../fields/schema-field.module.css';
import { SchemaField } from '../../fields/schema-field.tsx';
import { LookPane } from './look-pane.tsx';
import { type PaneProps, useReferences } from './pane.ts';

/** The properties of a pane that renders own fields from their JSON Schema. */
export interface FieldsPaneProps extends PaneProps {
  schema: Record<string, unknown>;
  choices: Choices;
}

/** The fields that stand first in the form of a setting, by its slug. */
const firstFields: Record<string, readonly string[]> = { company: ['logo', 'icon'] };

/** Returns the fields of a form in their order. */
function orderFields(properties: Record<string, FieldSchema>, first: readonly string[] = []): [string, FieldSchema][] {
  const getPlace = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.entries(properties).sort(([one], [other]) => getPlace(one) - getPlace(other));
}

/** Renders the fields that only the entry's type has, from their JSON Schema. Sections stand in place of a text. */
export function FactsPane({ schema, choices, ...pane }: FieldsPaneProps) {
  const { content, problems, isReadOnly, onChange } = pane;
  // The server sends the JSON Schema of the type.
  const { properties = {}, required = [] } = schema as FieldSchema;
  const references = useReferences(choices);
  const { options, setting } = content.fields;
  if (setting === 'look') return <LookPane {...pane} themes={choices.themes} />;
  return (
    <div className={styles.container}>
      {orderFields(properties, firstFields[String(setting)]).map(([name, property]) => {
        if (name === 'sections') return null;
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
        return (
          <SchemaField
            key={name}
            path={path}
            label={toLabel(name)}
            schema={property}
            value={content.fields[name]}
            isRequired={required.includes(name)}
            isReadOnly={isReadOnly}
            references={references}
            problems={problems}
            onChange={(value, origins) => onChange({ fields: changeProperty(content.fields, name, value, origins) })}
          />
        );
      })}
    </div>
  );
}
