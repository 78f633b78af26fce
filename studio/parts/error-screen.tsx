import { type ComponentProps, use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { StudioSettingsContext } from '../context.ts';
import type { EditsOfRemovedEntry } from '../saving/unsaved-edit-list.tsx';
import { buttonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './error-screen.module.css';
import { FailedForm } from './failed-form.tsx';
import formStyles from './form.module.css';
import type { StateDrawing } from './state-drawings.tsx';

/** The data of an error that `routes.tsx` throws. */
interface ErrorData {
  message?: string;
  requestId?: string | null;
  /** A form in which somebody typed without JavaScript, and that could not be handled. */
  failedForm?: Record<string, string> | null;
  /** Whether the server did not answer. */
  isUnreachable?: boolean;
}

interface ErrorKind {
  title: string;
  drawing: StateDrawing;
  /** What is said where the error has no message of its own. */
  message: string;
}

const kinds = {
  missing: { title: 'Not found', drawing: 'missing', message: 'There is nothing at this address.' },
  refused: { title: 'Not open to you', drawing: 'refused', message: 'Your role may not open this screen.' },
  offline: {
    title: 'No connection',
    drawing: 'offline',
    message: 'The server could not be reached. Check the connection, then try again; what you typed is kept.',
  },
  failed: {
    title: 'Something went wrong',
    drawing: 'failed',
    message: 'Something went wrong on the server. Try again; nothing that you saved is lost.',
  },
  broken: {
    title: 'Something went wrong',
    drawing: 'failed',
    message: 'An error in this page stopped it. Try again; nothing that you saved is lost.',
  },
} as const satisfies Record<string, ErrorKind>;

function findKind(status: number | undefined, isUnreachable: boolean): ErrorKind {
  if (isUnreachable) return kinds.offline;
  if (status === undefined) return kinds.broken;
  if (status === 404 || status === 410) return kinds.missing;
  return status === 403 ? kinds.refused : kinds.failed;
}

/** Returns whether the code of a screen could not be loaded, because of the network or because it was replaced. */
const isMissingCode = (error: unknown) => error instanceof TypeError && /import|fetch|module/i.test(error.message);

/** Loads the code that shows the edits of a removed entry, and shows them. Today has them too. */
function LeftEdits(props: ComponentProps<typeof EditsOfRemovedEntry>) {
  const [Edits, setEdits] = useState<typeof EditsOfRemovedEntry | null>(null);
  useEffect(() => {
    import('../saving/unsaved-edit-list.tsx').then(
      (code) => setEdits(() => code.EditsOfRemovedEntry),
      () => undefined,
    );
  }, []);
  return Edits && <Edits {...props} />;
}

/** Shows what happened and what to do when a screen could not be loaded; `isInShell`: beside the navigation. */
export function StudioErrorScreen({ isInShell = false }: { isInShell?: boolean }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const known = isRouteErrorResponse(error) ? error : null;
  const { message, requestId, failedForm, isUnreachable = false } = (known?.data ?? {}) as ErrorData;
  const kind = findKind(known?.status, isUnreachable || isMissingCode(error));
  const { siteName } = use(StudioSettingsContext);
  useEffect(() => {
    document.title = `${kind.title} – ${siteName} Studio`;
  }, [kind, siteName]);
  const isInbox = pathname.startsWith('/studio/inbox') && kind !== kinds.refused;
  const [, entryId] = /^\/studio\/content\/(\d+)$/.exec(pathname) ?? [];
  // The shell has the main landmark already.
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className={styles.screen}>
      <EmptyState
        drawing={kind.drawing}
        title={kind.title}
        isHeading
        action={
          <>
            {kind !== kinds.missing && kind !== kinds.refused && (
              // The page is loaded anew, with its code.
              <a href={pathname + search} className={buttonLink.primary}>
                Try again
              </a>
            )}
            <a href="/studio" className={buttonLink.quiet}>
              Today
            </a>
            <a href={isInbox ? '/studio/inbox' : '/studio/content'} className={buttonLink.quiet}>
              {isInbox ? 'Inbox' : 'All content'}
            </a>
            {kind === kinds.missing && entryId && (
              <a href="/studio/content/deleted" className={buttonLink.quiet}>
                Deleted entries
              </a>
            )}
          </>
        }
      >
        {/* The message of a failed request does not say that the device is offline. */}
        <p>{kind === kinds.offline ? kind.message : (message ?? kind.message)}</p>
        {requestId && <p className={formStyles.mono}>Request {requestId}</p>}
      </EmptyState>
      {failedForm && <FailedForm values={failedForm} isSignedOut={known?.status === 401} />}
      {isInShell && kind === kinds.missing && entryId && <LeftEdits entryId={Number(entryId)} />}
    </Frame>
  );
}
