import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHasScript } from '../../parts/use-has-script.ts';
import { addDays } from './dates.ts';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface DayKeys {
  /** For the element that holds the links of the days, which have the attribute `data-day`. */
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: { target: EventTarget }) => void;
  /** The tab stop of a day: with script, one day of all. */
  getTabIndex: (day: string) => 0 | -1;
}

/**
 * Moves the focus between days by the arrow keys, and leads to another month or week at their ends. `toDay` returns the
 * address that shows a day.
 */
export function useDayKeys(
  days: RefObject<HTMLElement | null>,
  shown: readonly string[],
  first: string,
  toDay: (day: string) => string,
): DayKeys {
  const navigate = useNavigate();
  const hasScript = useHasScript();
  // The state of a navigation belongs to `navigate` below.
  const asked = (useLocation().state as { day?: string } | null)?.day;
  const [current, setCurrent] = useState(first);
  const stop = shown.includes(current) ? current : (shown[0] ?? '');

  useEffect(() => {
    if (asked) days.current?.querySelector<HTMLElement>(`[data-day="${asked}"]`)?.focus();
  }, [asked, days]);

  return {
    onKeyDown: (event) => {
      const { day } = (event.target as HTMLElement).dataset;
      const step = steps[event.key];
      if (!day || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = addDays(day, step);
      const link = days.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
      if (link) link.focus();
      else void navigate(toDay(next), { state: { day: next } });
    },
    onFocus: ({ target }) => {
      const { day } = (target as HTMLElement).dataset;
      if (day) setCurrent(day);
    },
    getTabIndex: (day) => (!hasScript || day === stop ? 0 : -1),
  };
}
