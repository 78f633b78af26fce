import { useState } from 'react';
import { CellGrid } from '../../grid/cell-grid.tsx';
import { type Alignment, type Grid, type GridLimits, getWidth, resizeGrid } from '../../grid/grid.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import type { TablePart } from '../open-dialog.ts';
import { RemoveButton } from './describe-form.tsx';

const limits: GridLimits = { rows: { min: 1, max: 200 }, columns: { min: 1, max: 20 } };

const alignments = [
  { value: '', label: 'Default' },
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Centred' },
  { value: 'right', label: 'Right' },
];

function SizeFields({ grid, onChange }: { grid: Grid; onChange: (grid: Grid) => void }) {
  const [rows, columns] = [grid.cells.length - 1, getWidth(grid)];
  const fields = [
    { label: 'Columns', value: columns, limit: limits.columns, set: (count: number) => resizeGrid(grid, rows, count) },
    { label: 'Rows', value: rows, limit: limits.rows, set: (count: number) => resizeGrid(grid, count, columns) },
  ];
  return (
    <div className={fieldRow.row}>
      {fields.map(({ label, value, limit: { min, max }, set }) => (
        <TextField
          key={label}
          label={label}
          type="number"
          min={min}
          max={max}
          value={value}
          onChange={({ target: { valueAsNumber: count } }) => {
            if (count >= min && count <= max) onChange(set(count));
          }}
        />
      ))}
    </div>
  );
}

/** Edits a table of the text as a grid. Its first row is the header. */
export function TableDialog({ part, onClose }: { part: TablePart; onClose: () => void }) {
  const [grid, setGrid] = useState(part.value);
  const align = (column: number, alignment: Alignment) =>
    setGrid({ ...grid, alignments: grid.alignments.map((each, index) => (index === column ? alignment : each)) });
  return (
    <Dialog title="Table" size="wide" onClose={onClose}>
      {part.isNew && <SizeFields grid={grid} onChange={setGrid} />}
      <CellGrid label="Cells of the table" grid={grid} limits={limits} onChange={setGrid}>
        {({ column }) => (
          <SelectField
            label={`Alignment of column ${column + 1}`}
            options={alignments}
            value={grid.alignments[column] ?? ''}
            onChange={({ target }) => align(column, (target.value || null) as Alignment)}
          />
        )}
      </CellGrid>
      <div className={form.row}>
        <Button
          look="primary"
          onClick={() => {
            part.save(grid);
            onClose();
          }}
          label={part.isNew ? 'Insert the table' : 'Save the table'}
        />
        <RemoveButton part={part} onClose={onClose}>
          Remove the table
        </RemoveButton>
      </div>
    </Dialog>
  );
}
