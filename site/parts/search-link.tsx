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
import { createCodeLoader } from '../load-code.ts';
import { onStoredChange } from '../storage.ts';
import { Link } from './link.tsx';
import { searchPath } from './navigation.ts';
import { isPlainPress } from './plain-press.ts';
import { asksForSearch, searchKeyLabel, searchKeys } from './search-keys.ts';

const address = `${searchPath}#search`;

/** Milliseconds for which a visitor is made to wait for the dialog's code, before the link leads where it says. */
const patience = 2_000;

type Dialog = ComponentType<{ close(): void }>;

/** The dialog, once its code is there. */
let loadedDialog: Dialog | null = null;

/** Loads the dialog's code once. */
export const loadSearchDialog: () => Promise<Dialog> = createCodeLoader(async () => {
  const { SearchDialog } = await import('../search/search-dialog.tsx');
  loadedDialog = SearchDialog;
  return SearchDialog;
});

/** Loads it before it is asked for; where it does not come, the visitor is not told. */
function prepareDialog(): void {
  loadSearchDialog().catch(() => undefined);
}

function runOut(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, patience));
}

/**
 * The way to the search: a link to its page, which opens the dialog once the page is alive, as / and Ctrl-K do anywhere.
 * The dialog's code comes when a visitor means to use it; where it does not come, the link is a link.
 */
export function SearchLink({ className, children }: { className?: string; children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const keys = useSyncExternalStore(onStoredChange, searchKeys, () => undefined);
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  // The visit during which the search was asked for: with the next, even to the same address, it is over.
  const [asked, setAsked] = useState<typeof location | null>(null);
  const isAsked = asked === location;
  const ask = useCallback(() => {
    setAsked(location);
    // With the code there already, the dialog opens in the frame of the press.
    setDialog(() => loadedDialog);
  }, [location]);

  useEffect(() => {
    if (!isAsked || Dialog) return;
    let isOver = false;
    Promise.race([loadSearchDialog(), runOut()]).then(
      (loaded) => isOver || setDialog(() => loaded),
      () => isOver || navigate(address),
    );
    return () => {
      isOver = true;
    };
  }, [isAsked, Dialog, navigate]);

  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (!asksForSearch(event)) return;
      event.preventDefault();
      ask();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [ask]);

  function open(event: MouseEvent) {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    ask();
  }

  return (
    <>
      <Link
        to={address}
        className={className}
        data-held="search"
        aria-keyshortcuts={keys}
        data-keys={keys && searchKeyLabel()}
        onPointerEnter={prepareDialog}
        onFocus={prepareDialog}
        onClick={open}
      >
        {children}
      </Link>
      {isAsked && Dialog && <Dialog close={() => setAsked(null)} />}
    </>
  );
}
