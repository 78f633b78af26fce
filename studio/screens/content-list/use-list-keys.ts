import { type RefObject, useEffect } from 'react';

/** How far a key moves the focus, in rows. */
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Acts by keyboard while a row has the focus: j, k and the arrow keys move between the rows, `/` goes to the search, x
 * selects the row, Shift-x all rows up to it. Single letters act nowhere else, so that they disturb no speech input
 * (WCAG 2.2, 2.1.4). Enter opens a row, because it is a link.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  onSelect: (index: number, isRange: boolean) => void,
): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (at === -1) return;
      const step = steps[event.key];
      if (step !== undefined) rows[at + step]?.querySelector<HTMLElement>('th a')?.focus();
      else if (event.key === '/') list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
      else if (event.key.toLowerCase() === 'x') onSelect(at, event.shiftKey);
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [list, onSelect]);
}
