import { useState } from 'react';
import { CellGrid } from '../grid/cell-grid.tsx';
import type { Grid, GridLimits } from '../grid/grid.ts';
import group from '../parts/group.module.css';
import { findMessage, type SchemaFieldProps } from './props.ts';
import styles from './schema-field.module.css';
import { findCellError, readTableValue, type TableValue, toGrid, toTable } from './table-value.ts';

function isSame(a: TableValue, b: TableValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Edits the columns and rows of a chart as one grid. Every cell after the first of its row is a number. */
export function TableField({
  path,
  label,
  schema,
  value,
  isReadOnly,
  problems,
  onChange,
}: Pick<SchemaFieldProps, 'path' | 'label' | 'schema' | 'isReadOnly' | 'problems'> & {
  /** The group that holds the table. */
  value: Record<string, unknown>;
  onChange: (table: TableValue) => void;
}) {
  const table = readTableValue(value);
  // Keeps numbers as they are typed, such as `1.50`, until somebody else changes the table.
  const [typed, setTyped] = useState<Grid>(() => toGrid(table));
  const grid = isSame(toTable(typed, table), table) ? typed : toGrid(table);
  const { columns, rows } = schema.properties ?? {};
  const limits: GridLimits = {
    rows: { min: rows?.minItems ?? 0, max: rows?.maxItems ?? 100 },
    columns: { min: columns?.minItems ?? 1, max: columns?.maxItems ?? 10 },
  };
  const getCellPath = (row: number, column: number) =>
    row === 0 ? `${path}.columns.${column}` : `${path}.rows.${row - 1}.${column}`;
  const listErrors = ['columns', 'rows'].map((name) => findMessage(problems, `${path}.${name}`)).filter(Boolean);
  return (
    <div className={styles.value} data-path={`${path}.rows`}>
      {listErrors.map((message) => (
        <p key={message} className={group.error}>
          {message}
        </p>
      ))}
      <CellGrid
        label={`Figures of ${label.toLowerCase()}`}
        grid={grid}
        limits={limits}
        isReadOnly={isReadOnly}
        getCellPath={getCellPath}
        findCellError={(row, column) =>
          findCellError(grid, row, column) ?? findMessage(problems, getCellPath(row, column))
        }
        onChange={(changed) => {
          setTyped(changed);
          onChange(toTable(changed, table));
        }}
      />
    </div>
  );
}
