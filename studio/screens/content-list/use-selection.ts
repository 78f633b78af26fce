import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';

/** Returns an entry as the form of a bulk action names it: its id and the version that is selected. */
function toValue({ id, version }: Pick<EntrySummary, 'id' | 'version'>): string {
  return `${id}.${version}`;
}

export interface Selection {
  /** The values of all selected entries by id, also of those on other pages of the list. */
  selected: ReadonlyMap<number, string>;
  /** Returns the form value of a row. A selected row keeps the version with which it was selected. */
  getValue(entry: EntrySummary): string;
  /** Toggles a row; with `isRange`, all rows from the last one that was toggled. */
  toggle(index: number, isRange: boolean): void;
  /** Selects all rows of this page, or none of them. */
  toggleAll(isSelected: boolean): void;
  clear(): void;
}

/** Keeps which entries are selected while the user pages and filters. */
export function useSelection(items: readonly EntrySummary[], list: RefObject<HTMLElement | null>): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, string>>(new Map());
  const last = useRef<number | null>(null);

  // Boxes that were checked before the page's code had arrived.
  useEffect(() => {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[name=entry]:checked') ?? [])];
    if (boxes.length > 0)
      setSelected(
        (before) => new Map([...before, ...boxes.map(({ value }) => [Number.parseInt(value, 10), value] as const)]),
      );
  }, [list]);

  function change(entries: readonly EntrySummary[], isSelected: boolean): void {
    setSelected((before) => {
      const after = new Map(before);
      for (const entry of entries)
        if (!isSelected) after.delete(entry.id);
        else if (!after.has(entry.id)) after.set(entry.id, toValue(entry));
      return after;
    });
  }

  return {
    selected,
    getValue: (entry) => selected.get(entry.id) ?? toValue(entry),
    toggle: (index, isRange) => {
      const entry = items[index];
      if (!entry) return;
      const from = isRange ? items.findIndex(({ id }) => id === last.current) : -1;
      const start = from === -1 ? index : Math.min(from, index);
      const end = from === -1 ? index : Math.max(from, index);
      change(items.slice(start, end + 1), isRange || !selected.has(entry.id));
      last.current = entry.id;
    },
    toggleAll: (isSelected) => change(items, isSelected),
    clear: () => setSelected(new Map()),
  };
}
