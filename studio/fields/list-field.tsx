import { type ReactNode, useState } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import { moveItem } from '../grid/grid.ts';
import group from '../parts/group.module.css';
import { AddItemButton, ItemTools } from '../parts/item-tools.tsx';
import { ReferenceList } from '../parts/reference-list.tsx';
import { findMessage, type SchemaFieldProps, useFieldName } from './props.ts';
import { createValue, describeItem, findKinds, isGraph, isTable, summarizeItem, toItemLabel } from './schema.ts';
import styles from './schema-field.module.css';

/** Returns the schema of an item; a tuple has one for each place. */
function getItemSchema(schema: FieldSchema, index: number): FieldSchema {
  return schema.prefixItems?.[index] ?? (schema.items || {});
}

/** Returns whether an item can be folded: a group, unless it has a drawing. */
export function canFold(schema: FieldSchema): boolean {
  return findKinds(schema) !== null || (schema.type === 'object' && !isTable(schema) && !isGraph(schema));
}

/**
 * Renders a group as one line that unfolds its form. A new group, and one with a problem, is unfolded. An item of a
 * list has a `place`.
 */
export function FoldedGroup({
  place,
  summary,
  field: { path, label, problems },
  children,
}: {
  place?: number;
  summary: string;
  field: SchemaFieldProps;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(summary === '');
  const hasProblem = problems.some((problem) => `${problem.path}.`.startsWith(`${path}.`));
  return (
    <details
      className={styles.fold}
      data-chapter={place === undefined || undefined}
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.place}>{summary ? (place ?? label) : label}</span> <span dir="auto">{summary}</span>
      </summary>
      {children}
    </details>
  );
}

/**
 * Renders a list whose items can be added, moved and removed. Texts are one line each, groups are one below another,
 * and references are chosen by the names of their targets.
 */
export function ListField({
  renderItem,
  ...field
}: SchemaFieldProps & { renderItem: (item: SchemaFieldProps) => ReactNode }) {
  const { path, label, schema, value, isRequired, isReadOnly, references, problems, onChange } = field;
  // A list that a setting leaves out is shown as it holds then, so that an added item does not replace it.
  const list = (Array.isArray(value) ? value : (schema.usual ?? [])) as unknown[];
  const name = path.split('.').at(-1) ?? '';
  const sentName = useFieldName(path);
  const isTuple = schema.prefixItems !== undefined;
  const max = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const { refersTo } = getItemSchema(schema, 0);
  const options = refersTo && references[refersTo];
  if (options)
    return (
      <ReferenceList
        label={label}
        path={path}
        isRequired={isRequired}
        values={list.map(String)}
        options={options}
        max={max}
        isReadOnly={isReadOnly}
        findError={(index) => findMessage(problems, index === undefined ? path : `${path}.${index}`)}
        onChange={onChange}
      />
    );
  const error = findMessage(problems, path);
  const places = [...list.keys()];
  const arrange = (origins: readonly number[]) =>
    onChange(
      origins.map((place) => list[place]),
      origins,
    );
  return (
    <fieldset
      className={group.group}
      data-path={path}
      aria-description={isRequired && !isTuple ? 'Required' : undefined}
      tabIndex={-1}
    >
      <legend className={group.legend}>{label}</legend>
      {error && <p className={group.error}>{error}</p>}
      {list.map((item, index) => {
        const itemField: SchemaFieldProps = {
          ...field,
          path: `${path}.${index}`,
          label: toItemLabel(name, index),
          schema: getItemSchema(schema, index),
          value: item,
          isRequired: true,
          onChange: (changed) => onChange(list.map((old, each) => (each === index ? changed : old))),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
          <div key={index} className={styles.item}>
            <div className={styles.value}>
              {canFold(itemField.schema) ? (
                <FoldedGroup place={index + 1} summary={summarizeItem(item, itemField.schema)} field={itemField}>
                  {renderItem(itemField)}
                </FoldedGroup>
              ) : (
                renderItem(itemField)
              )}
            </div>
            {!isTuple && !isReadOnly && (
              <ItemTools
                name={describeItem(item, itemField.schema) || itemField.label.toLowerCase()}
                index={index}
                count={list.length}
                path={sentName && `${sentName}.${index}`}
                onMove={(step) => arrange(moveItem(places, index, step))}
                onRemove={() => arrange(places.filter((place) => place !== index))}
              />
            )}
          </div>
        );
      })}
      {isTuple && !isRequired && !isReadOnly && (
        <button type="button" className={styles.remove} onClick={() => onChange(undefined)}>
          Remove {label.toLowerCase()}
        </button>
      )}
      {!isTuple && !isReadOnly && list.length < max && (
        <AddItemButton
          path={sentName}
          onAdd={() => onChange([...list, createValue(getItemSchema(schema, list.length))])}
        >
          Add to {label.toLowerCase()}
        </AddItemButton>
      )}
    </fieldset>
  );
}
