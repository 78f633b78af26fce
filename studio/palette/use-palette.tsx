import { type ComponentType, createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '../../contract/studio/permissions.ts';

type PaletteComponent = ComponentType<{ role: Role; close(): void }>;

const loadPalette = async (): Promise<PaletteComponent> => (await import('./palette.tsx')).Palette;

const PaletteContext = createContext<() => void>(() => undefined);

/** Returns the function that opens the command palette. */
export const usePalette = () => use(PaletteContext);

/** Loads the code of the palette before it is opened. A failure is met when it is opened. */
export function preloadPalette(): void {
  loadPalette().catch(() => undefined);
}

/**
 * Opens the command palette by Ctrl-K or Cmd-K, or by `usePalette`. Its code is loaded when it is first wanted. If the
 * code cannot be loaded, the list of content is opened, which has a search too.
 */
export function PaletteProvider({ role, children }: { role: Role; children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The palette stays where only the part of the address after `#` changes, as by an act of the present screen.
  const screen = pathname + search;
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  /** The screen at which the palette was opened; null while it is closed. */
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const close = useCallback(() => setOpenedAt(null), []);
  const open = useCallback(() => {
    setOpenedAt(screen);
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => navigate('/studio/content'),
    );
  }, [screen, navigate]);
  // Before the new screen is painted, so that a key that is pressed then opens the palette there.
  useLayoutEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Control' || event.key === 'Meta') preloadPalette();
      // The text editor has a use of its own for the key.
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isAsked || event.defaultPrevented || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // A dialog that is open keeps the keys.
      if (!document.querySelector('dialog[open]')) open();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [open]);
  return (
    <PaletteContext value={open}>
      {children}
      {Palette && openedAt === screen && <Palette role={role} close={close} />}
    </PaletteContext>
  );
}
