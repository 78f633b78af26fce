import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './menu.module.css';

/**
 * Renders a button that opens a panel. It is a `details` element, so it works without JavaScript. With it, Escape, a
 * click elsewhere and each navigation close the panel. `side` is where the panel lies.
 */
export function Menu({
  button,
  className,
  side = 'below',
  closesOnNavigation = true,
  children,
}: {
  /** The content of the button, with its name. */
  button: ReactNode;
  /** The class of the button. */
  className?: string | undefined;
  side?: 'below' | 'below-end' | 'above' | 'above-end';
  /** Whether the panel closes after a navigation, such as by a link in it. */
  closesOnNavigation?: boolean;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => {
    // A panel that was opened before hydration stays open.
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (menu.current && closesOnNavigation) menu.current.open = false;
  }, [key, closesOnNavigation]);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    function closeFromOutside({ target }: Event): void {
      if (element?.open && !(target instanceof Node && element.contains(target))) element.open = false;
    }
    function closeByKey(event: KeyboardEvent): void {
      if (!element?.open || event.key !== 'Escape') return;
      element.open = false;
      element.querySelector('summary')?.focus();
      event.stopPropagation();
    }
    document.addEventListener('pointerdown', closeFromOutside);
    element.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      element.removeEventListener('keydown', closeByKey);
    };
  }, []);
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={[styles.button, className].filter(Boolean).join(' ')}>{button}</summary>
      <div className={styles.panel} data-side={side}>
        {children}
      </div>
    </details>
  );
}

/** The class of links and buttons in a menu. */
export const menuItem = styles.item ?? '';
