import { useInsertionEffect } from 'react';
import css from './search-dialog.css?inline';

/** Adds the styles of the search dialog to the document while it is mounted. They are part of the dialog's code. */
export function useDialogStyles(): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
}
