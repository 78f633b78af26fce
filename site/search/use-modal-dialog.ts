import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Stops the page behind from scrolling and reserves the space of its scroll bar; returns a function that undoes both.
 */
function lockPageScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.scrollbarGutter = innerWidth > clientWidth ? 'stable' : '';
  style.overflow = 'hidden';
  return () => {
    style.scrollbarGutter = '';
    style.overflow = '';
  };
}

/** Opens the dialog of the returned ref as a modal while the component is mounted. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const unlockPageScroll = lockPageScroll();
    element?.showModal();
    return () => {
      // `close()` returns the focus to the element that had it; removing an open dialog would not.
      element?.close();
      unlockPageScroll();
    };
  }, []);
  return dialog;
}
