import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a new screen after a navigation, so that keyboard users start there. On the same
 * screen the focus stays where it is, unless its element is gone.
 */
export function useHeadingFocus(): void {
  const { key, pathname } = useLocation();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    if (before.pathname === pathname && document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('#screen h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, pathname]);
}
