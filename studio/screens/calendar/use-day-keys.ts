import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHasScript } from '../../parts/use-has-script.ts';
import { addDays } from './dates.ts';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface DayKeys {
  /** For the element that holds the links of the days, which have the attribute `data-day`. */
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: { target: EventTarget }) => void;
  /** Where scripts run, one day is the tab stop of all. */
  getTabIndex: (day: string) => 0 | -1;
}

/**
 * Moves the focus between the shown days by the arrow keys. A key that leaves these days opens the address of the next
 * day, which `getAddress` returns. `first` is the tab stop at first.
 */
export function useDayKeys(
  container: RefObject<HTMLElement | null>,
  shown: readonly string[],
  first: string,
  getAddress: (day: string) => string,
): DayKeys {
  const navigate = useNavigate();
  const hasScript = useHasScript();
  // `navigate` below passes the day to focus on the next screen.
  const arrivedAt = (useLocation().state as { day?: string } | null)?.day;
  const [current, setCurrent] = useState(first);
  const stop = shown.includes(current) ? current : (shown[0] ?? '');

  useEffect(() => {
    if (arrivedAt) container.current?.querySelector<HTMLElement>(`[data-day="${arrivedAt}"]`)?.focus();
  }, [arrivedAt, container]);

  return {
    onKeyDown: (event) => {
      const { day } = (event.target as HTMLElement).dataset;
      const step = steps[event.key];
      if (!day || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = addDays(day, step);
      const link = container.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
      if (link) link.focus();
      else void navigate(getAddress(next), { state: { day: next } });
    },
    onFocus: ({ target }) => {
      const { day } = (target as HTMLElement).dataset;
      if (day) setCurrent(day);
    },
    getTabIndex: (day) => (!hasScript || day === stop ? 0 : -1),
  };
}
