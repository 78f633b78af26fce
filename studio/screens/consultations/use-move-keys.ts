import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatTimeRange } from '../../../contract/content/local-time.ts';
import type { ConsultationItem } from '../../../contract/studio/consultation-shapes.ts';
import { moveByDays } from '../calendar/dates.ts';

/** A time to which a consultation is about to be moved. */
interface Target {
  id: string;
  start: string;
  end: string;
}

export interface MoveKeys {
  /** The time that the keyboard has chosen; null before the first key. */
  target: Target | null;
  /** Sentence about the chosen time, for screen readers and below the calendar. */
  text: string;
  /** Returns the handlers of a consultation that can be moved. */
  bind: (item: ConsultationItem) => {
    onKeyDown?: (event: KeyboardEvent) => void;
    onDragStart?: () => void;
  };
  /** The consultation that is being dragged. */
  dragged: ConsultationItem | null;
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
 * Chooses another time of a consultation by the keyboard or by dragging. Shift and the arrow keys move a frame by
 * quarters of an hour and by days, Enter opens the form that moves, filled in; Escape gives up. Nothing changes before
 * that form is sent, because a move sends mails.
 */
export function useMoveKeys(timeZone: string, now: string): MoveKeys {
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | null>(null);
  const [dragged, setDragged] = useState<ConsultationItem | null>(null);

  function step(item: ConsultationItem, key: string): Target | null {
    const { start, end } = target?.id === item.id ? target : item;
    const shift = (move: (at: string) => string) => ({ id: item.id, start: move(start), end: move(end) });
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      return shift((at) => moveByDays(at, key === 'ArrowLeft' ? -1 : 1, timeZone));
    if (key === 'ArrowUp' || key === 'ArrowDown')
      return shift((at) => new Date(Date.parse(at) + (key === 'ArrowUp' ? -quarter : quarter)).toISOString());
    return null;
  }

  function handleKeyDown(event: KeyboardEvent, item: ConsultationItem): void {
    const isChosen = target?.id === item.id;
    if (event.key === 'Escape' && isChosen) setTarget(null);
    else if (event.key === 'Enter' && isChosen) void navigate(getMoveAddress(item, target.start));
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
    text: target ? `${formatTimeRange(target, timeZone)}. Press Enter to go on, Escape to leave it.` : '',
    dragged,
    bind: (item) =>
      canMove(item, now)
        ? { onKeyDown: (event) => handleKeyDown(event, item), onDragStart: () => setDragged(item) }
        : {},
  };
}
