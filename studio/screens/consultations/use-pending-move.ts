import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConsultationItem } from '../../../contract/studio/consultation-shapes.ts';
import { moveByDays } from '../calendar/dates.ts';

/** A consultation with the time and the adviser to which it is about to be moved. */
interface Target {
  item: ConsultationItem;
  start: string;
  end: string;
  adviser: number;
}

export interface PendingMove {
  /** The time that the keyboard or dragging has chosen; null before that. */
  target: Target | null;
  /** Chooses a time for the consultation that is being dragged. */
  dropAt: (start: string, adviser: number | undefined) => void;
  cancel: () => void;
  /** The button that moves the consultation to the chosen time. */
  button: RefObject<HTMLButtonElement | null>;
  /** Returns the handlers of a consultation that can be moved. */
  getHandlers: (item: ConsultationItem) => {
    onKeyDown?: (event: KeyboardEvent) => void;
    onDragStart?: () => void;
  };
}

const quarter = 15 * 60_000;

/** Returns the address of the form that moves a consultation, filled in with a time. */
export function getMoveAddress({ id }: { id: string }, start: string, adviser?: number): string {
  const query = new URLSearchParams({ start, ...(adviser ? { adviser: String(adviser) } : {}) });
  return `/studio/consultations/${id}?${query}#move`;
}

const canMove = ({ status, start }: ConsultationItem, now: string) =>
  (status === 'BOOKED' || status === 'UNCONFIRMED') && start > now;

/**
 * Lets the user choose a new time of a consultation by keyboard or by dragging. Shift with an arrow moves the target
 * by 15 minutes or by a day, Enter focuses the button that moves the consultation, and Escape cancels. Nothing is saved
 * before that button is pressed, because a move sends mails.
 */
export function usePendingMove(timeZone: string, now: string): PendingMove {
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | null>(null);
  const dragged = useRef<ConsultationItem | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  function step(item: ConsultationItem, key: string): Target | null {
    const { start, end, adviser } = target?.item.id === item.id ? target : item;
    const shift = (move: (at: string) => string) => ({ item, adviser, start: move(start), end: move(end) });
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      return shift((at) => moveByDays(at, key === 'ArrowLeft' ? -1 : 1, timeZone));
    if (key === 'ArrowUp' || key === 'ArrowDown')
      return shift((at) => new Date(Date.parse(at) + (key === 'ArrowUp' ? -quarter : quarter)).toISOString());
    return null;
  }

  function handleKeyDown(event: KeyboardEvent, item: ConsultationItem): void {
    const isChosen = target?.item.id === item.id;
    if (event.key === 'Escape' && isChosen) setTarget(null);
    else if (event.key === 'Enter' && isChosen) button.current?.focus();
    else if (event.key === 'm' && !event.ctrlKey && !event.metaKey) void navigate(getMoveAddress(item, item.start));
    else {
      const next = event.shiftKey ? step(item, event.key) : null;
      if (!next) return;
      setTarget(next);
    }
    event.preventDefault();
  }

  return {
    target,
    dropAt: (start, adviser) => {
      const item = dragged.current;
      dragged.current = null;
      if (!item) return;
      const end = new Date(Date.parse(start) + Date.parse(item.end) - Date.parse(item.start)).toISOString();
      setTarget({ item, start, end, adviser: adviser ?? item.adviser });
    },
    cancel: () => setTarget(null),
    button,
    getHandlers: (item) =>
      canMove(item, now)
        ? {
            onKeyDown: (event) => handleKeyDown(event, item),
            onDragStart: () => {
              dragged.current = item;
            },
          }
        : {},
  };
}
