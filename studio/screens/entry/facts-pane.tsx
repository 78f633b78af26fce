import { Fragment } from 'react';
import type { Choices } from '../../../contract/studio/shapes.ts';
import { LiveDrawing } from '../../drawings/live-drawing.tsx';
import type { FieldSchema } from '../../fields/schema.ts';
import { toLabel } from '../../fields/schema.ts';
import { SchemaField } from '../../fields/schema-field.tsx';
import type { PaneProps } from './pane.ts';

/** Renders the drawings that visitors see of a field: one for each sheet of an infographic, one for a schematic. */
function FieldDrawings({ name, value }: { name: string; value: unknown }) {
  if (name === 'schematic') return <LiveDrawing kind="schematic" value={value} label="Drawing of the schematic" />;
  if (name !== 'sheets' || !Array.isArray(value)) return null;
  return value.map((sheet, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sheets have no identity of their own
    <LiveDrawing key={index} kind="sheet" value={sheet} label={`Drawing of sheet ${index + 1}`} />
  ));
}

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
    <Fragment key={name}>
      <SchemaField
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
      <FieldDrawings name={name} value={content.fields[name]} />
    </Fragment>
  ));
}
