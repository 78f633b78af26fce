import { type RefObject, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import css from './search-dialog.css?inline';

/** Adds the dialog's styles to the document while the dialog is mounted. They are part of the dialog's code. */
function useDialogStyles(): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
}

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
  useDialogStyles();
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
