import { moveItem } from '../grid/grid.ts';
import { ComboboxField } from './combobox-field.tsx';
import type { Option } from './find-options.ts';
import group from './group.module.css';
import { ItemTools } from './item-tools.tsx';
import styles from './reference-list.module.css';

/** Renders a list of references by the names of their targets: they are found by a search, ordered, and removed. */
export function ReferenceList({
  label,
  path,
  isRequired = false,
  values,
  options,
  max,
  isReadOnly,
  findError,
  onChange,
}: {
  label: string;
  path: string;
  isRequired?: boolean;
  values: readonly string[];
  options: readonly Option[];
  max: number;
  isReadOnly: boolean;
  /** Returns what is wrong with the list or, with an index, with one of its references. */
  findError: (index?: number) => string | undefined;
  onChange: (values: string[]) => void;
}) {
  const findName = (value: string) => options.find((option) => option.value === value)?.label || value;
  const listError = findError();
  return (
    <fieldset
      className={group.group}
      data-path={path}
      aria-description={isRequired ? 'Required' : undefined}
      tabIndex={-1}
    >
      <legend className={group.legend}>{label}</legend>
      {listError && <p className={group.error}>{listError}</p>}
      {values.length > 0 && (
        <ol className={styles.list}>
          {values.map((value, index) => {
            const error = findError(index);
            return (
              <li key={value} className={styles.item} data-path={`${path}.${index}`} tabIndex={-1}>
                <span className={styles.name}>
                  <bdi>{findName(value)}</bdi>
                  {error && <span className={group.error}>{error}</span>}
                </span>
                {!isReadOnly && (
                  <ItemTools
                    name={findName(value)}
                    index={index}
                    count={values.length}
                    onMove={(step) => onChange(moveItem(values, index, step))}
                    onRemove={() => onChange(values.filter((_, each) => each !== index))}
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {values.length === 0 && isReadOnly && <p>None</p>}
      {!isReadOnly && values.length < max && (
        <ComboboxField
          label={`Add to ${label.toLowerCase()}`}
          value={null}
          options={options.filter(({ value }) => !values.includes(value))}
          onChange={(value) => {
            if (value) onChange([...values, value]);
          }}
        />
      )}
    </fieldset>
  );
}
