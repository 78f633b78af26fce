import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import form from '../parts/form.module.css';
import { IconButton } from '../parts/icon-button.tsx';
import styles from './cell-grid.module.css';
import {
  type Grid,
  type GridLimits,
  getWidth,
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
} from './grid.ts';

/** A place in a grid, from 0; row 0 is the header. */
export interface CellPosition {
  row: number;
  column: number;
}

interface Tool {
  icon: LucideIcon;
  label: string;
  isPossible: boolean;
  change: (grid: Grid) => Grid;
  /** How far the active cell moves. */
  row?: number;
  column?: number;
}

function listRowTools({ cells }: Grid, { row }: CellPosition, { rows }: GridLimits): Tool[] {
  const count = cells.length - 1;
  return [
    {
      icon: Plus,
      label: 'Add a row below',
      isPossible: count < rows.max,
      change: (grid) => insertRow(grid, row + 1),
      row: 1,
    },
    { icon: ArrowUp, label: 'Move the row up', isPossible: row > 1, change: (grid) => moveRow(grid, row, -1), row: -1 },
    {
      icon: ArrowDown,
      label: 'Move the row down',
      isPossible: row > 0 && row < count,
      change: (grid) => moveRow(grid, row, 1),
      row: 1,
    },
    {
      icon: X,
      label: 'Remove the row',
      isPossible: row > 0 && count > rows.min,
      change: (grid) => removeRow(grid, row),
    },
  ];
}

function listColumnTools(grid: Grid, { column }: CellPosition, { columns }: GridLimits): Tool[] {
  const count = getWidth(grid);
  return [
    {
      icon: Plus,
      label: 'Add a column to the right',
      isPossible: count < columns.max,
      change: (each) => insertColumn(each, column + 1),
      column: 1,
    },
    {
      icon: ArrowLeft,
      label: 'Move the column left',
      isPossible: column > 0,
      change: (each) => moveColumn(each, column, -1),
      column: -1,
    },
    {
      icon: ArrowRight,
      label: 'Move the column right',
      isPossible: column < count - 1,
      change: (each) => moveColumn(each, column, 1),
      column: 1,
    },
    {
      icon: X,
      label: 'Remove the column',
      isPossible: count > columns.min,
      change: (each) => removeColumn(each, column),
    },
  ];
}

/** Renders the buttons that change the row and the column of the active cell. */
export function GridTools({
  grid,
  limits,
  active,
  onActive,
  onChange,
  children,
}: {
  grid: Grid;
  limits: GridLimits;
  active: CellPosition;
  onActive: (cell: CellPosition) => void;
  onChange: (grid: Grid) => void;
  children?: ReactNode;
}) {
  const groups = [
    { name: active.row === 0 ? 'Header' : `Row ${active.row}`, tools: listRowTools(grid, active, limits) },
    { name: `Column ${active.column + 1}`, tools: listColumnTools(grid, active, limits) },
  ];
  return (
    <div className={styles.tools}>
      {groups.map(({ name, tools }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs no label of its own here
        <div key={name.split(' ')[0]} role="group" aria-label={name} className={form.tight}>
          <span aria-hidden="true" className={styles.name}>
            {name}
          </span>
          {tools.map(({ icon, label, isPossible, change, row = 0, column = 0 }) => (
            <IconButton
              key={label}
              icon={icon}
              label={label}
              disabled={!isPossible}
              onClick={() => {
                onChange(change(grid));
                onActive({ row: active.row + row, column: active.column + column });
              }}
            />
          ))}
        </div>
      ))}
      {children}
    </div>
  );
}
