import { type RefObject, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import css from './search-dialog.css?inline';

/** The dialog's styles, which come with its code, so that pages on which nobody searches do without them. */
function useStyles(): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
}

/** The page behind stays where it is; where it shows a scroll bar, the bar's room stays too, so that nothing moves. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.scrollbarGutter = innerWidth > clientWidth ? 'stable' : '';
  style.overflow = 'hidden';
  return () => {
    style.scrollbarGutter = '';
    style.overflow = '';
  };
}

/** Shows a dialog over the page for as long as it is there. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useStyles();
  useLayoutEffect(() => {
    const element = dialog.current;
    const release = holdPage();
    element?.showModal();
    return () => {
      // Closing it gives the focus back to where it came from; taking it away would not.
      element?.close();
      release();
    };
  }, []);
  return dialog;
}
