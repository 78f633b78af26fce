import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { subscribeToStorage } from '../device/storage.ts';
import { createCodeLoader } from '../hydration/load-code.ts';
import { Link } from './link.tsx';
import { searchPath } from './navigation.ts';
import { isPlainLeftClick } from './plain-left-click.ts';
import { isAppleKeyboard, isSearchShortcut, isSlashKeyEnabled } from './search-keys.ts';
import { holdTyping, sendTyping, typing } from './search-typing.ts';

const searchPageAddress = `${searchPath}#search`;

/** Milliseconds to wait for the dialog's code before the search page is opened instead. */
const dialogCodeTimeout = 2_000;

type Dialog = ComponentType<{ close(): void }>;

/** The dialog component, null until its code is loaded. */
let loadedDialog: Dialog | null = null;

/** Loads the dialog's code once. */
export const loadSearchDialog: () => Promise<Dialog> = createCodeLoader(async () => {
  const { SearchDialog } = await import('../search/search-dialog.tsx');
  loadedDialog = SearchDialog;
  return SearchDialog;
});

/** Loads the dialog's code early. A failure is ignored, because opening the search loads the code again. */
function preloadSearchDialog(): void {
  loadSearchDialog().catch(() => undefined);
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, dialogCodeTimeout));
}

/** Returns the shortcuts that open the search, in the format of `aria-keyshortcuts` (WAI-ARIA 1.2). */
function getSearchShortcuts(): string {
  return `${isAppleKeyboard() ? 'Meta' : 'Control'}+K${isSlashKeyEnabled() ? ' /' : ''}`;
}

/**
 * Renders the link to the search page. In a hydrated page the link, / and Ctrl-K open the search dialog instead. The
 * dialog's code is loaded on hover or focus; if it cannot be loaded, the search page is opened.
 */
export function SearchLink({ className, children }: { className?: string; children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const keys = useSyncExternalStore(subscribeToStorage, getSearchShortcuts, () => undefined);
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  // The location at which the search was opened: every navigation, even to the same address, closes the search.
  const [openedAt, setOpenedAt] = useState<typeof location | null>(null);
  const isOpen = openedAt === location;
  const openSearch = useCallback(() => {
    setOpenedAt(location);
    // If the code is already loaded, the dialog opens within this frame.
    if (!loadedDialog) holdTyping(searchPath);
    setDialog(() => loadedDialog);
  }, [location]);

  useEffect(() => {
    if (!isOpen || Dialog) return;
    let isCancelled = false;
    Promise.race([loadSearchDialog(), rejectAfterTimeout()]).then(
      (loaded) => isCancelled || setDialog(() => loaded),
      () => isCancelled || sendTyping() || navigate(searchPageAddress),
    );
    return () => {
      isCancelled = true;
      typing?.remove();
    };
  }, [isOpen, Dialog, navigate]);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      openSearch();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [openSearch]);

  function handleClick(event: MouseEvent) {
    if (!isPlainLeftClick(event)) return;
    event.preventDefault();
    openSearch();
  }

  return (
    <>
      <Link
        to={searchPageAddress}
        className={className}
        data-held="search"
        aria-keyshortcuts={keys}
        data-keys={keys && `${isAppleKeyboard() ? 'Cmd' : 'Ctrl'} K`}
        onPointerEnter={preloadSearchDialog}
        onFocus={preloadSearchDialog}
        onClick={handleClick}
      >
        {children}
      </Link>
      {isOpen && Dialog && <Dialog close={() => setOpenedAt(null)} />}
    </>
  );
}
