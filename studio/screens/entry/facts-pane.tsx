import type { Choices } from '../../../contract/studio/shapes.ts';
import type { FieldSchema } from '../../fields/schema.ts';
import { toLabel } from '../../fields/schema.ts';
import { SchemaField } from '../../fields/schema-field.tsx';
import type { PaneProps } from './pane.ts';

/** The own fields of the entry's type, made from their schema. */
export function FactsPane({
  content,
  problems,
  onChange,
  schema,
  choices,
}: PaneProps & { schema: Record<string, unknown>; choices: Choices }) {
  const { properties = {}, required = [] } = schema as FieldSchema;
  const toOptions = (list: Choices['plans']) => list.map(({ slug, label }) => ({ value: slug, label }));
  const microservices = toOptions(choices.microservices);
  const suggestions = { microservices, dependsOn: microservices, plans: toOptions(choices.plans) };
  return Object.entries(properties).map(([name, property]) => (
    <SchemaField
      key={name}
      path={`fields.${name}`}
      label={toLabel(name)}
      schema={property}
      value={content.fields[name]}
      isRequired={required.includes(name)}
      suggestions={suggestions}
      problems={problems}
      onChange={(value) => {
        const { [name]: _, ...rest } = content.fields;
        onChange({ fields: value === undefined ? rest : { ...content.fields, [name]: value } });
      }}
    />
  ));
}
