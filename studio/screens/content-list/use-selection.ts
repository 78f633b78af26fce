import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';

/** Returns an entry as the form of a bulk action names it: its id and the version that is selected. */
function toValue({ id, version }: Pick<EntrySummary, 'id' | 'version'>): string {
  return `${id}.${version}`;
}

export interface Selection {
  /** All selected entries by id as they were when selected, also those on other pages of the list. */
  selected: ReadonlyMap<number, EntrySummary>;
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
  const [selected, setSelected] = useState<ReadonlyMap<number, EntrySummary>>(new Map());
  const last = useRef<number | null>(null);

  function change(entries: readonly EntrySummary[], isSelected: boolean): void {
    setSelected((before) => {
      const after = new Map(before);
      for (const entry of entries)
        if (!isSelected) after.delete(entry.id);
        else if (!after.has(entry.id)) after.set(entry.id, entry);
      return after;
    });
  }

  // Boxes that were checked before the page's code had arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, after hydration
  useEffect(() => {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input[name=entry]:checked') ?? [])];
    const values = new Set(boxes.map(({ value }) => value));
    if (values.size > 0)
      change(
        items.filter((entry) => values.has(toValue(entry))),
        true,
      );
  }, []);

  return {
    selected,
    getValue: (entry) => toValue(selected.get(entry.id) ?? entry),
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
