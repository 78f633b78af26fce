import { SelectField, TextArea, TextField } from '../parts/text-field.tsx';
import { ListField } from './list-field.tsx';
import type { SchemaFieldProps } from './props.ts';
import { createValue, toLabel } from './schema.ts';
import styles from './schema-field.module.css';

function messageOf({ problems, path }: Pick<SchemaFieldProps, 'problems' | 'path'>): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}

function ObjectField(props: SchemaFieldProps) {
  const { path, label, schema, value, problems, suggestions, onChange } = props;
  const record = (value ?? {}) as Record<string, unknown>;
  const error = messageOf(props);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          label={toLabel(name)}
          schema={property}
          value={record[name]}
          isRequired={schema.required?.includes(name) ?? false}
          suggestions={suggestions}
          problems={problems}
          onChange={(changed) => {
            const { [name]: _, ...rest } = record;
            onChange(changed === undefined ? rest : { ...record, [name]: changed });
          }}
        />
      ))}
    </fieldset>
  );
}

/** A text that may be a number or yes and no in some places: what looks like a number is stored as one. */
function UnionField(props: SchemaFieldProps) {
  const { label, schema, value, onChange } = props;
  const types = (schema.anyOf ?? []).map(({ type }) => type);
  if (types.includes('boolean'))
    return (
      <TextField
        label={label}
        hint="A text, or yes or no"
        error={messageOf(props)}
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')}
        onChange={({ target: { value: text } }) => onChange(text === 'yes' ? true : text === 'no' ? false : text)}
      />
    );
  return (
    <TextField
      label={label}
      error={messageOf(props)}
      value={String(value ?? '')}
      onChange={({ target: { value: text } }) =>
        onChange(/^-?\d+(?:\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text)
      }
    />
  );
}

/** Renders the form of one value by its JSON Schema: texts, numbers, choices, groups, and lists of them. */
export function SchemaField(props: SchemaFieldProps) {
  const { label, schema, value, isRequired, onChange } = props;
  const error = messageOf(props);
  const name = isRequired ? label : `${label} (optional)`;
  if (schema.const !== undefined) return null;
  if (schema.type === 'object') {
    if (value === undefined && !isRequired)
      return (
        <button type="button" className={styles.add} onClick={() => onChange(createValue(schema))}>
          Add {label.toLowerCase()}
        </button>
      );
    return <ObjectField {...props} />;
  }
  if (schema.type === 'array') return <ListField {...props} renderItem={(item) => <SchemaField {...item} />} />;
  if (schema.enum)
    return (
      <SelectField
        label={name}
        error={error}
        value={String(value ?? '')}
        options={[
          ...(isRequired ? [] : [{ value: '', label: 'None' }]),
          ...schema.enum.map((each) => ({ value: each, label: each })),
        ]}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    );
  if (schema.anyOf) return <UnionField {...props} label={name} />;
  if (schema.type === 'boolean')
    return (
      <label className={styles.check}>
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} /> {label}
      </label>
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        label={name}
        error={error}
        inputMode="numeric"
        value={String(value ?? '')}
        onChange={({ target: { value: text } }) =>
          onChange(text === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text))
        }
      />
    );
  const set = (text: string) => onChange(text === '' && !isRequired ? undefined : text);
  return (schema.maxLength ?? 0) > 300 ? (
    <TextArea
      label={name}
      error={error}
      rows={3}
      value={String(value ?? '')}
      onChange={({ target }) => set(target.value)}
    />
  ) : (
    <TextField label={name} error={error} value={String(value ?? '')} onChange={({ target }) => set(target.value)} />
  );
}
