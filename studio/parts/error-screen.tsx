import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { EditsOfRemovedEntry } from '../saving/unsaved-edit-list.tsx';
import styles from './error-screen.module.css';
import { FailedForm } from './failed-form.tsx';

/** The data of an error that `routes.tsx` throws. */
interface ErrorData {
  message?: string;
  requestId?: string | null;
  /** A form in which somebody typed without JavaScript, and that could not be handled. */
  failedForm?: Record<string, string> | null;
}

/** Shows what happened and what to do when a screen could not be loaded; `isInShell`: below the navigation. */
export function StudioErrorScreen({ isInShell = false }: { isInShell?: boolean }) {
  const error = useRouteError();
  const known = isRouteErrorResponse(error) ? error : null;
  const { message, requestId, failedForm } = (known?.data ?? {}) as ErrorData;
  const isMissing = known?.status === 404 || known?.status === 410;
  const [, entryId] = /^\/studio\/content\/(\d+)$/.exec(useLocation().pathname) ?? [];
  // The shell has the main landmark already.
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className={styles.screen}>
      <h1>{isMissing ? 'Not found' : 'Something went wrong'}</h1>
      <p>{message ?? 'Something went wrong on the server. Try again; nothing that you saved is lost.'}</p>
      {requestId && <p className={styles.request}>Request {requestId}</p>}
      {failedForm && <FailedForm values={failedForm} isSignedOut={known?.status === 401} />}
      {isInShell && isMissing && entryId && <EditsOfRemovedEntry entryId={Number(entryId)} />}
      <p>
        <a href="/studio/content">All content</a>
      </p>
    </Frame>
  );
}
