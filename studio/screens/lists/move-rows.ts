import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { ListedItem } from '../../../contract/studio/list-operations.ts';

/** Lets rows be dragged; `drop` is called with the item and its new place. */
export function useDrag(ids: readonly number[], drop: (id: number, place: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const getRowProps = (id: number) => ({
    draggable: true,
    'data-dragged': dragged === id || undefined,
    'data-over':
      over === id && dragged !== null && dragged !== id
        ? ids.indexOf(dragged) < ids.indexOf(id)
          ? 'after'
          : 'before'
        : undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', String(id));
      setDragged(id);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null && dragged !== id) drop(dragged, ids.indexOf(id));
      end();
    },
    onDragEnd: end,
  });
  return getRowProps;
}

/** Keeps the focus on the button by which an item was moved, wherever the item stands afterwards. */
export function useFocusAfterMove(items: readonly ListedItem[]) {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (items.length === 0 || pressed.current === null) return;
    const [direction, id] = pressed.current.split(' ');
    const find = (name?: string) => document.querySelector<HTMLButtonElement>(`[data-move="${name} ${id}"]`);
    const button = find(direction);
    (button?.disabled ? find(direction === 'up' ? 'down' : 'up') : button)?.focus();
    pressed.current = null;
  }, [items]);
  return (name: string) => {
    pressed.current = name;
  };
}
