import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How an item of a list is dragged: `from` is its index, `to` the index that it gets by the drop. */
export interface Drag {
  from: number;
  to: number;
  /** By how many steps of indentation a dragged item has moved to the right since the press; negative to the left. */
  levels: number;
}

/** The width of a level of a list, in pixels. */
const levelWidth = 28;

/** How near to the edge of the window, in pixels, a dragged item scrolls the page. */
const edge = 56;
const scrollStep = 14;

/** Returns the place at which an item would be, if it was dropped at a height of the window. */
function findPlace(items: readonly Element[], from: number, y: number): number {
  const others = items.filter((_, index) => index !== from);
  return others.filter((item) => {
    const { top, height } = item.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/**
 * Lets the items of a list be dragged by their handles, with a mouse, a pen or a finger. An item has `data-item`, and
 * its handle `data-handle`. Returns the drag under way, the index of the item before which the dragged one would stand,
 * and the properties of the list. Escape ends a drag without a change.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  const startX = useRef(0);

  useEffect(() => {
    if (!isDragging) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setDrag(null);
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragging]);

  const listItems = () => [...(list.current?.querySelectorAll(':scope > [data-item]') ?? [])];

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const handle = (event.target as Element).closest('[data-handle]');
      const from = listItems().findIndex((item) => item.contains(handle));
      if (!handle || from === -1 || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { top } = handle.getBoundingClientRect();
      // All items fold while one is dragged. The handle stays below the pointer.
      startX.current = event.clientX;
      flushSync(() => setDrag({ from, to: from, levels: 0 }));
      scrollBy({ top: handle.getBoundingClientRect().top - top, behavior: 'instant' });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      if (clientY < edge) scrollBy({ top: -scrollStep, behavior: 'instant' });
      else if (clientY > innerHeight - edge) scrollBy({ top: scrollStep, behavior: 'instant' });
      const to = findPlace(listItems(), drag.from, clientY);
      const levels = Math.trunc((clientX - startX.current) / levelWidth);
      if (drag.to !== to || drag.levels !== levels) setDrag({ ...drag, to, levels });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && (drag.to !== drag.from || drag.levels !== 0)) onDrop(drag);
    },
    onPointerCancel: () => setDrag(null),
  };
  const dropBefore = drag && drag.to !== drag.from ? drag.to + (drag.to > drag.from ? 1 : 0) : null;
  return { drag, dropBefore, handlers: { ...handlers, 'data-dragging': isDragging || undefined } };
}
