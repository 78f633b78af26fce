import { type RefObject, useEffect } from 'react';

/** How far a key moves the focus, in rows; 0: not at all. */
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Moves the focus by keyboard while a row has it: j, k and the arrow keys between the rows, `/` to the search. Single
 * letters act nowhere else, so that they disturb no speech input (WCAG 2.2, 2.1.4). Enter opens a row, because it is a link.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('tbody th a') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (at === -1) return;
      const step = steps[event.key] ?? 0;
      const target =
        event.key === '/' ? list.current?.querySelector<HTMLInputElement>('input[type=search]') : links[at + step];
      if (step === 0 && event.key !== '/') return;
      event.preventDefault();
      target?.focus();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [list]);
}
