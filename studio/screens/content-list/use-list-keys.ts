import { type RefObject, useEffect } from 'react';

/** Returns whether the keys that a user presses on this element write text or choose a value. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/** How far a key moves the focus, in rows; 0: not at all. */
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Moves the focus by keyboard: `/` to the search, j and k between the links of the rows. Arrow keys move only from a row
 * that has the focus, so that they still scroll the page elsewhere. Enter opens a row, because it is a link.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        list.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
        return;
      }
      const step = steps[event.key] ?? 0;
      if (step === 0) return;
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('tbody th a') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (at === -1 && event.key.startsWith('Arrow')) return;
      event.preventDefault();
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
      links[next]?.focus();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [list]);
}
