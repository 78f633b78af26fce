import { Search } from 'lucide-react';
import { preloadPalette, usePalette } from '../palette/use-palette.tsx';
import { Icon } from './icon.tsx';
import styles from './palette-button.module.css';

/** Renders the button that opens the command palette. Without JavaScript the content list has the search. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={styles.button}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={usePalette()}
    >
      <Icon of={Search} />
      <span className={styles.label}>Search or go to</span>
      <span aria-hidden="true" className={styles.key}>
        Ctrl K
      </span>
    </button>
  );
}
