import { type ReactNode, useId } from 'react';
import { Button } from '../parts/button.tsx';
import type { SchemaFieldProps } from './props.ts';
import { createValue, describeItem, type FieldSchema, toLabel } from './schema.ts';
import styles from './schema-field.module.css';

/** Moves an item of a list by one place. */
function move<T>(list: readonly T[], index: number, step: number): T[] {
  const copy = [...list];
  const [item] = copy.splice(index, 1);
  if (item !== undefined) copy.splice(index + step, 0, item);
  return copy;
}

/** Returns the schema of an item; a tuple has one for each place. */
function itemSchemaOf(schema: FieldSchema, index: number): FieldSchema {
  return schema.prefixItems?.[index] ?? schema.items ?? {};
}

/** Renders a list whose items can be added, moved and removed. Texts are one line each, groups are one below another. */
export function ListField({
  path,
  label,
  schema,
  value,
  suggestions,
  problems,
  onChange,
  renderItem,
}: SchemaFieldProps & { renderItem: (item: SchemaFieldProps) => ReactNode }) {
  const id = useId();
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const isTuple = schema.prefixItems !== undefined;
  const offered = suggestions[path.split('.').at(-1) ?? ''];
  const error = problems.find((problem) => problem.path === path)?.message;
  const isFull = list.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {list.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
        <div key={index} className={styles.item}>
          <div className={styles.value}>
            {renderItem({
              path: `${path}.${index}`,
              label: isTuple ? `${label} ${index + 1}` : `${toLabel(label)} ${index + 1}`,
              schema: itemSchemaOf(schema, index),
              value: item,
              isRequired: true,
              suggestions,
              problems,
              onChange: (changed) => onChange(list.map((old, each) => (each === index ? changed : old))),
            })}
          </div>
          {!isTuple && (
            <div className={styles.tools}>
              <Button
                disabled={index === 0}
                aria-label={`Move ${describeItem(item)} up`}
                onClick={() => onChange(move(list, index, -1))}
              >
                ↑
              </Button>
              <Button
                disabled={index === list.length - 1}
                aria-label={`Move ${describeItem(item)} down`}
                onClick={() => onChange(move(list, index, 1))}
              >
                ↓
              </Button>
              <Button
                aria-label={`Remove ${describeItem(item)}`}
                onClick={() => onChange(list.filter((_, each) => each !== index))}
              >
                ×
              </Button>
            </div>
          )}
        </div>
      ))}
      {!isTuple && !isFull && (
        <Button onClick={() => onChange([...list, createValue(itemSchemaOf(schema, list.length))])}>
          Add to {label.toLowerCase()}
        </Button>
      )}
      {offered && (
        <p className={styles.hint} id={id}>
          Known: {offered.map(({ value: slug }) => slug).join(', ')}
        </p>
      )}
    </fieldset>
  );
}
