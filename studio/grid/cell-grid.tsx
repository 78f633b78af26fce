import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import form from '../parts/form.module.css';
import styles from './cell-grid.module.css';
import { type Grid, type GridLimits, getWidth, insertRow, moveRow, parseCells, pasteCells, setCell } from './grid.ts';
import { type CellPosition, GridTools } from './grid-tools.tsx';

/** Returns how many rows and columns a key moves the focus; null where the key belongs to the text of the cell. */
function findStep({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): CellPosition | null {
  const { selectionStart, selectionEnd, value } = currentTarget;
  if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) return { row: -1, column: 0 };
  if (key === 'ArrowDown' || key === 'Enter') return { row: 1, column: 0 };
  // A cell that was entered by keyboard is selected as a whole.
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (selectionStart !== selectionEnd && !isAll) return null;
  if (key === 'ArrowLeft' && selectionStart === 0) return { row: 0, column: -1 };
  return key === 'ArrowRight' && selectionEnd === value.length ? { row: 0, column: 1 } : null;
}

/**
 * Renders a table whose cells are edited in place. Arrow keys, Enter and Tab move between cells, Alt with an arrow
 * key moves a row, and cells of a spreadsheet are pasted as cells. The first row is the header.
 */
export function CellGrid({
  label,
  grid,
  limits,
  isReadOnly = false,
  getCellPath,
  findCellError,
  onChange,
  children,
}: {
  label: string;
  grid: Grid;
  limits: GridLimits;
  isReadOnly?: boolean;
  /** Returns the path by which problems name a cell. */
  getCellPath?: (row: number, column: number) => string;
  /** Returns what is wrong with a cell. */
  findCellError?: (row: number, column: number) => string | undefined;
  onChange: (grid: Grid) => void;
  /** Renders more tools for the cell that was edited last. */
  children?: (active: CellPosition) => ReactNode;
}) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [last, setActive] = useState<CellPosition>({ row: 0, column: 0 });
  const { cells } = grid;
  const width = getWidth(grid);
  const active = { row: Math.min(last.row, cells.length - 1), column: Math.min(last.column, width - 1) };
  const getColumnName = (column: number) => cells[0]?.[column] || `column ${column + 1}`;

  function focusCell(row: number, column: number): void {
    const cell = table.current?.rows[row]?.cells[column]?.querySelector('textarea');
    cell?.focus();
  }

  function moveRowByKey(event: KeyboardEvent, { row, column }: CellPosition): void {
    const step = event.key === 'ArrowUp' ? -1 : 1;
    event.preventDefault();
    if (row === 0 || row + step === 0 || row + step === cells.length) return;
    onChange(moveRow(grid, row, step));
    requestAnimationFrame(() => focusCell(row + step, column));
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>, cell: CellPosition): void {
    if (event.altKey && /^Arrow(?:Up|Down)$/.test(event.key) && !isReadOnly) {
      moveRowByKey(event, cell);
      return;
    }
    // While an input method composes a word, and with Alt, Ctrl or ⌘, keys belong to the text.
    const isOfText = event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey;
    const step = isOfText ? null : findStep(event);
    if (!step) return;
    event.preventDefault();
    const row = cell.row + step.row;
    if (event.key === 'Enter' && row === cells.length && !isReadOnly && row <= limits.rows.max) {
      onChange(insertRow(grid, row));
      requestAnimationFrame(() => focusCell(row, cell.column));
    } else focusCell(row, cell.column + step.column);
  }

  return (
    <div className={form.list}>
      {!isReadOnly && (
        <GridTools grid={grid} limits={limits} active={active} onActive={setActive} onChange={onChange}>
          {children?.(active)}
        </GridTools>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table ref={table} className={styles.table}>
          <tbody>
            {cells.map((row, y) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={y}>
                {row.map((text, x) => {
                  const error = findCellError?.(y, x);
                  const Tag = y === 0 ? 'th' : 'td';
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                    <Tag key={x} scope={y === 0 ? 'col' : undefined} className={styles.cell}>
                      <textarea
                        rows={1}
                        dir="auto"
                        aria-label={y === 0 ? `Heading of column ${x + 1}` : `Row ${y}, ${getColumnName(x)}`}
                        aria-invalid={error ? true : undefined}
                        aria-describedby={error ? `${id}-${y}-${x}` : undefined}
                        className={styles.input}
                        data-path={getCellPath?.(y, x)}
                        data-active={(y === active.row && x === active.column) || undefined}
                        value={text}
                        readOnly={isReadOnly}
                        onFocus={({ currentTarget }) => {
                          currentTarget.select();
                          setActive({ row: y, column: x });
                        }}
                        onKeyDown={(event) => handleKeyDown(event, { row: y, column: x })}
                        onChange={({ target }) => onChange(setCell(grid, y, x, target.value.replace(/[\r\n]+/g, ' ')))}
                        onPaste={(event) => {
                          const pasted = parseCells(event.clipboardData.getData('text/plain'));
                          if (isReadOnly || pasted.flat().length < 2) return;
                          event.preventDefault();
                          onChange(pasteCells(grid, y, x, pasted, limits));
                        }}
                      />
                      {error && (
                        <p id={`${id}-${y}-${x}`} className={styles.error}>
                          {error}
                        </p>
                      )}
                    </Tag>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
